#!/usr/bin/env python3
"""Writes a phone's health export of so many records: python3 health_export.py 1000000 > export.xml

Heart rates, steps, distances and walking measures of one person, one after the other, in the form of
HealthKit's export version 14. The same number gives the same bytes.
"""
import random
import sys
import time

KINDS = [("HeartRate", "count/min", 50, 120), ("StepCount", "count", 1, 200),
         ("DistanceWalkingRunning", "km", 0, 0.2), ("WalkingSpeed", "km/hr", 3, 6),
         ("WalkingStepLength", "cm", 55, 80), ("ActiveEnergyBurned", "kcal", 0, 5)]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    dice = random.Random(1)
    print('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!-- HealthKit Export '
          'Version: 14 -->\n<!ELEMENT HealthData (ExportDate,Me,(Record)*)>\n]>\n'
          '<HealthData locale="en_US">\n <ExportDate value="2026-05-08 12:00:00 +0200"/>')
    seconds = 1_600_000_000
    for index in range(count):
        name, unit, least, greatest = KINDS[index % len(KINDS)]
        seconds += dice.randint(1, 60)
        start, end = (time.strftime("%Y-%m-%d %H:%M:%S +0200", time.gmtime(t))
                      for t in (seconds, seconds + 30))
        value = round(dice.uniform(least, greatest), 3)
        print(f' <Record type="HKQuantityTypeIdentifier{name}" sourceName="Ada&#39;s Watch" '
              f'sourceVersion="10.1" device="&lt;&lt;HKDevice: 0x282d03020&gt;, name:Watch, '
              f'hardware:Watch6,2, software:10.1&gt;" unit="{unit}" creationDate="{end}" '
              f'startDate="{start}" endDate="{end}" value="{value}"/>')
    print("</HealthData>")


main()
