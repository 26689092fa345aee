/* GaitKit for C: recordings of a body-worn accelerometer to walking bouts.
 *
 *   gait_error error;
 *   gait_options options = gait_default_options();
 *   options.height_m = 1.75;
 *   gait_analysis *walk = gait_analyze("walk.csv", &options, &error);
 *   if (!walk) { fprintf(stderr, "%s\n", error.message); return 1; }
 *   const gait_column *speed = gait_table_column_named(gait_analysis_table(walk, "bouts"), "walking_speed_mps");
 *   for (size_t row = 0; row < speed->rows; row++) printf("%.2f m/s\n", speed->numbers[row]);
 *   gait_analysis_close(walk);
 *
 * Tables, columns, units and numbers are those of the files of `gait analyze --output`. A value that is not
 * available is NaN, and the reason stands beside it. Texts are UTF-8 and end with 0.
 *
 * Who owns what: a handle (gait_recording, gait_analysis, gait_stream) is closed by whoever opened it, with
 * the function of its name. Everything else that comes from a handle belongs to it and is valid until the
 * handle is closed, or until what the function says. Closing NULL does nothing.
 *
 * Threads: different handles may be used by different threads at once; one handle by one thread at a time.
 */
#ifndef GAITKIT_H
#define GAITKIT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define GAIT_NULLABLE _Nullable
#pragma clang assume_nonnull begin
#else
#define GAIT_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Rises when a program that was compiled with an older header can no longer use the library. */
#define GAIT_ABI_VERSION 1

/* The version of the library, like "0.1.0". */
const char *gait_version(void);
/* GAIT_ABI_VERSION of the library; compare it with that of the header where both were not built together. */
uint32_t gait_abi_version(void);

/* ---- Errors ---- */

/* What came of a call. */
typedef enum gait_status {
  GAIT_OK = 0,
  /* There is nothing more to read. */
  GAIT_END = 1,
  /* An argument cannot be: the message says which, what came and what is allowed. */
  GAIT_BAD_ARGUMENT = 2,
  /* A recording, its description or a settings file cannot be opened or read. */
  GAIT_NOT_READ = 3,
  /* The samples do not allow to tell whether anybody walks: too few a second, or no stretch long enough. */
  GAIT_NOT_ANALYZED = 4
} gait_status;

/* Why a call failed. A function that can fail takes the place for one, which may be NULL. */
typedef struct gait_error {
  gait_status status;
  /* What came, what was allowed, what to do; cut where it is longer. */
  char message[1020];
} gait_error;

/* ---- What is said of a recording ---- */

/* Wins over the .json beside the recording, which wins over the file. Begin with gait_default_options(). */
typedef struct gait_options {
  /* sizeof(gait_options): the library refuses another. */
  size_t size;
  /* Where the device was worn: lower_back, hip, pocket, bag, wrist, hand, arm, neck, or another word for one of them that a
     description may use, as waist or chest; NULL: not said. */
  const char *GAIT_NULLABLE site;
  /* The person's height (m), mass (kg), age (years); NaN: not said. Speed needs the height. */
  double height_m;
  double mass_kg;
  double age_years;
  /* "f" or "female", "m" or "male"; NULL: not said. */
  const char *GAIT_NULLABLE sex;
  /* The study's name for the person; NULL: as the recording says. */
  const char *GAIT_NULLABLE participant;
  /* When a recording without a clock began, ISO 8601 like 2026-05-04T09:30:00+02:00; NULL: not said. */
  const char *GAIT_NULLABLE start;
  /* The person's time zone, like Europe/Berlin: local clocks are read in it; NULL: not said. */
  const char *GAIT_NULLABLE time_zone;
  /* Path of a settings file, as gait settings --output writes it; NULL: the settings that were measured best. */
  const char *GAIT_NULLABLE settings;
  /* Name of the recording where the samples come from the program; NULL: "recording". */
  const char *GAIT_NULLABLE name;
  /* Whether start is believed before the device's own clock. */
  bool override_start;
} gait_options;

/* Options that say nothing. */
static inline gait_options gait_default_options(void) {
  gait_options options = {
      sizeof(gait_options), NULL, NAN, NAN, NAN, NULL, NULL, NULL, NULL, NULL, NULL, false};
  return options;
}

/* ---- Samples ---- */

/* The type of numbers in memory. */
typedef enum gait_scalar { GAIT_FLOAT32 = 0, GAIT_FLOAT64 = 1 } gait_scalar;

/* Three axes in memory, in any regular layout; they are read in place.
 *   x y z x y z ... of doubles: next_sample 24, next_axis 8
 *   x x x ... y y y ... of n floats: next_sample 4, next_axis 4 n */
typedef struct gait_axes {
  /* The first sample of the x axis; NULL: there are none. */
  const void *GAIT_NULLABLE values;
  gait_scalar scalar;
  /* Bytes from a sample to the next of the same axis. */
  ptrdiff_t next_sample;
  /* Bytes from x to y and from y to z. */
  ptrdiff_t next_axis;
} gait_axes;

/* A slower sensor at its own clock. A value that is no finite number is left out; one that is not later than the one before, or
 * that cannot be (air pressure outside 300 to 1200 hPa, a speed above 12.5 m/s), is left out and counted. */
typedef struct gait_side_channel {
  /* pressure_hpa, heart_rate_bpm, temperature_c or gnss_speed_mps: the unit is in the name. */
  const char *name;
  size_t count;
  /* Seconds by the clock of the samples, rising. */
  const double *GAIT_NULLABLE time_s;
  const double *GAIT_NULLABLE values;
} gait_side_channel;

/* Samples of a motion sensor. Begin with gait_no_samples(). A sample that is no finite number, or is not later
 * than the one before, is left out and counted in "remarks" of the summary. Samples whose time begins again, as where two
 * recordings were put behind each other, are refused. */
typedef struct gait_samples {
  /* sizeof(gait_samples): the library refuses another. */
  size_t size;
  size_t count;
  /* Seconds by any clock, rising; NULL: evenly spaced by sampling_rate_hz. Samples that come in packets, many almost at once and
   * then a pause, are spread over the time until the next packet, as those of a table; a stream takes them as they are and
   * says so in a remark. Other times that most samples share with the one before are too coarse, and refused. */
  const double *GAIT_NULLABLE time_s;
  /* Specific force in m/s²: +9.81 on the axis that points up at rest. */
  gait_axes acceleration;
  /* Angular rate in rad/s about the same axes; without values where there is no gyroscope. Where no sample of a whole
   * recording has three numbers, it is left out with a remark. */
  gait_axes angular_rate;
  /* Slower sensors, or NULL; side_count of them. */
  const gait_side_channel *GAIT_NULLABLE side;
  size_t side_count;
  /* Samples per second; NaN: by the stamps, which count before it, with a remark, where both differ by more than 5 %. A stream
   * has its own. */
  double sampling_rate_hz;
} gait_samples;

/* No samples. */
static inline gait_samples gait_no_samples(void) {
  gait_axes none = {NULL, GAIT_FLOAT32, 0, 0};
  gait_samples samples = {sizeof(gait_samples), 0, NULL, none, none, NULL, 0, NAN};
  return samples;
}

/* Looks through a column that lies beside samples in a table, as participant or device: words has a word for each row, NULL
 * where there is none.
 *   GAIT_BAD_ARGUMENT: the rows are of several people, devices or sensors, by the rules by which such a table is refused;
 *   GAIT_OK: they are not; the message is empty, or says that the column has several values, one after the other;
 *   GAIT_END: such a column does not say whose the rows are, by its name and its first word. */
gait_status gait_column_check(
    const char *name, const char *GAIT_NULLABLE const *GAIT_NULLABLE words, size_t rows,
    gait_error *GAIT_NULLABLE error);

/* What a table's column of that name holds, by its plain name: gyr_x of "Gyroscope x [deg/s]", and so time_s, acc_x, pressure_hpa
 * and the others; NULL where none of that name is read. is_sure tells whether the name means that and nothing else, in a unit that
 * is read. Valid as long as the library is loaded. */
const char *GAIT_NULLABLE gait_column_channel(const char *name, bool *GAIT_NULLABLE is_sure);

/* ---- Recordings ---- */

/* A recording that is read block by block. */
typedef struct gait_recording gait_recording;

/* A stretch of a recording as the sensor gave it; valid until the next call with the same recording. */
typedef struct gait_block {
  size_t count;
  /* Seconds of the recording: from its first row, whether or not that can be used, to which start_time belongs. */
  const double *GAIT_NULLABLE time_s;
  /* Specific force, m/s²: x, y, z. */
  const float *GAIT_NULLABLE acceleration[3];
  /* Angular rate, rad/s: x, y, z; NULL without a gyroscope. */
  const float *GAIT_NULLABLE angular_rate[3];
} gait_block;

/* Opens a recording of any known format; NULL and an error where it cannot be opened. Where a file holds
 * several, '#' and the name of one follow the path. */
gait_recording *GAIT_NULLABLE gait_recording_open(
    const char *path, const gait_options *GAIT_NULLABLE options, gait_error *GAIT_NULLABLE error);
/* What is known of it before it is read: JSON with name, device, site, sampling_rate_hz, has_gyroscope,
 * start_time, participant, height_m, mass_kg, age_years, sex; null where nobody says. */
const char *gait_recording_facts(gait_recording *recording);
/* Reads the next stretch: GAIT_OK, GAIT_END after the last, or what went wrong. */
gait_status gait_recording_next(
    gait_recording *recording, gait_block *block, gait_error *GAIT_NULLABLE error);
/* What a slower sensor gave in the stretch that was read last: the same names as in gait_side_channel.
 * count is 0 and the arrays NULL where it gave nothing. Valid until the next call of gait_recording_next. */
gait_side_channel gait_recording_side(gait_recording *recording, const char *name);
void gait_recording_close(gait_recording *GAIT_NULLABLE recording);
/* A number that is another one once a file that is read with the recording was changed, came or went: its own, its
 * description, what its format keeps beside it. By their names, sizes and times; 0 where there is no recording. */
uint64_t gait_recording_state(const char *path);

/* ---- Analyses ---- */

/* Everything that was found in a recording. */
typedef struct gait_analysis gait_analysis;
/* Rows under described columns. */
typedef struct gait_table gait_table;

/* Analyzes a file: the same numbers as `gait analyze`. */
gait_analysis *GAIT_NULLABLE gait_analyze(
    const char *path, const gait_options *GAIT_NULLABLE options, gait_error *GAIT_NULLABLE error);
/* Analyzes samples of a program; they are read during the call only. */
gait_analysis *GAIT_NULLABLE gait_analyze_samples(
    const gait_samples *samples, const gait_options *GAIT_NULLABLE options,
    gait_error *GAIT_NULLABLE error);
/* summary.json of `gait analyze`: facts, quality, totals, what was left out or is missing, methods. */
const char *gait_analysis_summary(gait_analysis *analysis);
/* A table: bouts, gait_sequences, initial_contacts, final_contacts, strides, stairs or turns; NULL for any
 * other name. Belongs to the analysis. */
const gait_table *GAIT_NULLABLE gait_analysis_table(gait_analysis *analysis, const char *name);
void gait_analysis_close(gait_analysis *GAIT_NULLABLE analysis);

/* ---- Tables ---- */

/* What the values of a column are. */
typedef enum gait_kind {
  /* Numbers; NaN where there is no value. */
  GAIT_NUMBER = 0,
  /* Whole numbers; NaN where there is no value. */
  GAIT_INTEGER = 1,
  /* 1 for yes, 0 for no; NaN where there is no value. */
  GAIT_FLAG = 2,
  /* Words; NULL where there is none. */
  GAIT_TEXT = 3,
  /* Words like 2026-05-04T09:30:00.000+02:00 (ISO 8601); NULL where there is none. */
  GAIT_TIME = 4
} gait_kind;

/* A column with its values; belongs to its table. */
typedef struct gait_column {
  /* Name, unit (empty where there is none) and meaning, as gait columns prints them. */
  const char *name;
  const char *unit;
  const char *meaning;
  gait_kind kind;
  size_t rows;
  /* A number for each row; NULL for words. Rounded as in the files, to 0.1 ms or 0.1 mm. */
  const double *GAIT_NULLABLE numbers;
  /* A word for each row; NULL for numbers. Equal words have one address. */
  const char *GAIT_NULLABLE const *GAIT_NULLABLE words;
  /* Why a row has no value, as in "missing" of the summary; NULL where it has one or none belongs there.
   * NULL altogether where no row lacks one. */
  const char *GAIT_NULLABLE const *GAIT_NULLABLE reasons;
} gait_column;

size_t gait_table_rows(const gait_table *table);
size_t gait_table_columns(const gait_table *table);
/* Why there are no rows at all, where something is missing rather than not there; NULL otherwise. */
const char *GAIT_NULLABLE gait_table_missing(const gait_table *table);
/* The column at a place, from 0 in the order of the file; NULL for any other place. */
const gait_column *GAIT_NULLABLE gait_table_column(const gait_table *table, size_t place);
/* The column of a name; NULL where there is none. */
const gait_column *GAIT_NULLABLE gait_table_column_named(const gait_table *table, const char *name);

/* ---- Live streams ---- */

/* A recording that is analyzed while it goes on. However it is cut into blocks, the result is the same where none is refused.
 * Slower sensors may be appended by themselves (count 0), before the motion of their time or less than 2 s of motion behind it;
 * air pressure and speed over ground that come later are not used, and counted in a remark (out_of_order). */
typedef struct gait_stream gait_stream;

/* Opens a stream of so many samples a second, with or without angular rate. Stamps that give another rate by more than 5 % are
 * told in a remark (inconsistent); where theirs is too low to tell whether anybody walks, the stream ends with
 * GAIT_NOT_ANALYZED, and where it is none of a motion sensor, as of milliseconds, with GAIT_BAD_ARGUMENT. Where no sample has an angular rate that should have one, it ends with GAIT_BAD_ARGUMENT. */
gait_stream *GAIT_NULLABLE gait_stream_open(
    double sampling_rate_hz, bool has_angular_rate, const gait_options *GAIT_NULLABLE options,
    gait_error *GAIT_NULLABLE error);
/* Takes the next samples, of any count. Stamps go on by the clock of the first call. A call that fails takes nothing: append
 * its samples again once they are mended. Without stamps time stands still for it, and all times behind it would be too early:
 * where the samples cannot be mended, append as many that are NaN in their place. With stamps what is not appended again is a
 * gap; at the beginning its first stamp is second 0 where the stamps run on, within 2 s, from there to the first samples that are
 * taken, and that of those is otherwise. A remark (inconsistent) counts such calls, and says where second 0 is later. */
gait_status gait_stream_append(
    gait_stream *stream, const gait_samples *samples, gait_error *GAIT_NULLABLE error);
/* The bouts that closed during the last call of gait_stream_append, in the order in which they closed, as
 * rows of "bouts"; their number counts on from the bouts that closed before. None after a call that failed.
 * Where the device is worn is known at the end only: likely_place and likely_place_probability have no value
 * and no reason here, and one in the tables of gait_stream_finish. Valid until the next call. */
const gait_table *gait_stream_bouts(gait_stream *stream);
/* Ends the stream: everything that was found, bouts numbered in the order of time. The analysis is a handle
 * of its own; the stream is closed as ever and takes no more samples. */
gait_analysis *GAIT_NULLABLE gait_stream_finish(
    gait_stream *stream, gait_error *GAIT_NULLABLE error);
void gait_stream_close(gait_stream *GAIT_NULLABLE stream);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
