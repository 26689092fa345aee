import Foundation
import GaitModel

/// What the file says about the device and how it is read, for a person to read.
struct ActiGraphWords {
  let info: ActiGraphInfo
  let opening: ActiGraphOpening
  let description: RecordingDescription

  /// `ActiGraph Link TAS1H30182785`.
  var device: String {
    (["ActiGraph"] + [info["Device Type"], info.serial].compactMap(\.self)).joined(separator: " ")
  }

  var layout: SensorFileLayout {
    SensorFileLayout(
      format: ActiGraphGT3X.name, channels: channels, ignoredChannels: ignoredChannels,
      conversions: conversions, contradictions: contradictions, clock: opening.clock,
      details: details)
  }

  private var channels: [SensorFileLayout.Channel] {
    let time = SensorFileLayout.Channel(
      nameInFile: opening.survey == nil ? "number of the sample" : "second of the record",
      name: "time_s", unit: opening.survey == nil ? "1/rate s" : "local date and time")
    let isIMU = opening.frames.hasAngularRate
    let unit =
      isIMU
      ? "g (by the sensor schema)" : "1/\(opening.scale.formatted) g (\(opening.scaleOrigin))"
    let axes = ["x", "y", "z"]
    let acceleration = axes.map { axis in
      SensorFileLayout.Channel(
        nameInFile: (isIMU ? "Accelerometer " : "") + axis.uppercased(), name: "acc_\(axis)",
        unit: unit)
    }
    let angularRate = axes.map { axis in
      SensorFileLayout.Channel(
        nameInFile: "Gyroscope \(axis.uppercased())", name: "gyr_\(axis)",
        unit: "°/s (by the sensor schema)")
    }
    return [time] + acceleration + (isIMU ? angularRate : [])
  }

  private var ignoredChannels: [String] {
    guard let survey = opening.survey else { return ["light"] }
    let labels = survey.schemas.flatMap(\.labels).filter { label in
      !["Accelerometer", "Gyroscope"].contains { label.hasPrefix($0) } && !label.isEmpty
        && label != "Discard"
    }
    let first = opening.frames.hasAngularRate ? ["the first accelerometer"] : []
    return first + labels + ["light", "battery", "capacitive sense", "counts"]
  }

  private var conversions: [String] {
    var result = [
      "acceleration from g to m/s²"
        + (opening.frames.hasAngularRate ? ", angular rate from °/s to rad/s" : "")
    ]
    if info.utcOffsetSeconds == nil, opening.survey?.metadata.utcOffsetSeconds == nil {
      result.append("the device's clock has no offset from UTC; its times are given as +00:00")
    }
    return result
  }

  private var contradictions: [String] {
    var result = info.faults + opening.contradictions
    let rate = opening.clock.samplingRateHertz
    if let named = description.samplingRateHertz, abs(named - rate) > 0.05 * rate {
      result.append(
        "sampling_rate_hz of the description is \(named), the file gives \(rate); the file wins")
    }
    return result
  }

  private var details: [String] {
    var result: [String] = []
    if let firmware = info["Firmware"] { result.append("firmware \(firmware)") }
    if let least = info.number("Acceleration Min"), let most = info.number("Acceleration Max") {
      result.append("accelerometer range \(least.formatted) to \(most.formatted) g")
    }
    if let volts = opening.survey?.batteryVolts {
      result.append(String(format: "at the start: battery %.2f V", volts))
    }
    if let volts = info.number("Battery Voltage") {
      result.append(String(format: "when read out: battery %.2f V", volts))
    }
    let resets = info["Unexpected Resets"].flatMap { Int($0) } ?? 0
    if resets > 0 { result.append("\(resets) unexpected resets") }
    for name in ["Limb", "Side", "Dominance"] {
      if let value = info[name] { result.append("\(name.lowercased()): \(value)") }
    }
    return result
  }
}

extension Double {
  /// `256` for 256.0, `170.67` for 170.6667.
  fileprivate var formatted: String {
    self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(format: "%.2f", self)
  }
}
