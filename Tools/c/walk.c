/* The walking bouts of a recording in three ways, all of which give the same: from the file, from its samples
 * in memory, and as a live stream.
 *
 *   cc -I Sources/CGaitKit Tools/c/walk.c "$(Tools/library)" -o walk && ./walk SampleData/straight-walk.csv
 */
#include <gaitkit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with the message of a failed call. */
static void fail(const char *what, const gait_error *error) {
  fprintf(stderr, "%s: %s\n", what, error->message);
  exit(1);
}

/* All samples of a recording, x, y and z one after the other. */
struct samples {
  size_t count, room;
  double *time_s;
  float *force;   /* x y z x y z ... */
  float *turning; /* the same, or NULL */
};

static void *grown(void *memory, size_t size) {
  void *more = realloc(memory, size);
  if (!more) abort();
  return more;
}

static void take(struct samples *all, const gait_block *block) {
  if (all->count + block->count > all->room) {
    all->room = 2 * (all->count + block->count);
    all->time_s = grown(all->time_s, all->room * sizeof *all->time_s);
    all->force = grown(all->force, 3 * all->room * sizeof *all->force);
    if (block->angular_rate[0])
      all->turning = grown(all->turning, 3 * all->room * sizeof *all->turning);
  }
  for (size_t i = 0; i < block->count; i++, all->count++) {
    all->time_s[all->count] = block->time_s[i];
    for (int axis = 0; axis < 3; axis++) {
      all->force[3 * all->count + axis] = block->acceleration[axis][i];
      if (all->turning) all->turning[3 * all->count + axis] = block->angular_rate[axis][i];
    }
  }
}

/* A stretch of them, as the library takes it. */
static gait_samples stretch(const struct samples *all, size_t first, size_t count) {
  gait_samples samples = gait_no_samples();
  samples.count = count;
  samples.time_s = all->time_s + first;
  samples.acceleration =
      (gait_axes){all->force + 3 * first, GAIT_FLOAT32, 3 * sizeof(float), sizeof(float)};
  if (all->turning)
    samples.angular_rate =
        (gait_axes){all->turning + 3 * first, GAIT_FLOAT32, 3 * sizeof(float), sizeof(float)};
  return samples;
}

/* Prints the bouts of a table, or why a bout has no speed; returns how many there are. */
static size_t print(const char *way, const gait_table *bouts) {
  const gait_column *start = gait_table_column_named(bouts, "start_s");
  const gait_column *steps = gait_table_column_named(bouts, "n_steps");
  const gait_column *speed = gait_table_column_named(bouts, "walking_speed_mps");
  for (size_t row = 0; row < gait_table_rows(bouts); row++) {
    printf("%-7s %8.4f s  %3.0f steps  ", way, start->numbers[row], steps->numbers[row]);
    if (isnan(speed->numbers[row]))
      printf("no speed: %s\n", speed->reasons[row]);
    else
      printf("%.4f %s\n", speed->numbers[row], speed->unit);
  }
  return gait_table_rows(bouts);
}

/* The recording's samples; prints what is known of it. */
static struct samples read_all(const char *path) {
  gait_error error;
  struct samples all = {0};
  gait_recording *recording = gait_recording_open(path, NULL, &error);
  if (!recording) fail("open", &error);
  printf("%s", gait_recording_facts(recording));
  gait_block block;
  gait_status status;
  while ((status = gait_recording_next(recording, &block, &error)) == GAIT_OK) take(&all, &block);
  if (status != GAIT_END) fail("read", &error);
  gait_recording_close(recording);
  return all;
}

/* What samples in memory do not say: where the sensor was worn, and how tall the person is. */
static gait_options said(void) {
  gait_options options = gait_default_options();
  options.site = "lower_back";
  options.height_m = 1.72;
  return options;
}

static void analyze_file(const char *path) {
  gait_error error;
  gait_options options = said();
  gait_analysis *analysis = gait_analyze(path, &options, &error);
  if (!analysis) fail("analyze", &error);
  print("file", gait_analysis_table(analysis, "bouts"));
  const gait_table *turns = gait_analysis_table(analysis, "turns");
  if (gait_table_missing(turns)) printf("no turns: %s\n", gait_table_missing(turns));
  if (!strstr(gait_analysis_summary(analysis), "\"totals\"")) abort();
  gait_analysis_close(analysis);
}

static void analyze_memory(const struct samples *all) {
  gait_error error;
  gait_options options = said();
  gait_samples samples = stretch(all, 0, all->count);
  gait_analysis *analysis = gait_analyze_samples(&samples, &options, &error);
  if (!analysis) fail("analyze samples", &error);
  print("memory", gait_analysis_table(analysis, "bouts"));
  gait_analysis_close(analysis);
}

static void analyze_stream(const struct samples *all, double rate) {
  gait_error error;
  gait_options options = said();
  gait_stream *stream = gait_stream_open(rate, all->turning != NULL, &options, &error);
  if (!stream) fail("open stream", &error);
  size_t closed = 0;
  for (size_t first = 0, count; first < all->count; first += count) {
    count = all->count - first < 77 ? all->count - first : 77;
    gait_samples samples = stretch(all, first, count);
    if (gait_stream_append(stream, &samples, &error) != GAIT_OK) fail("append", &error);
    closed += print("live", gait_stream_bouts(stream));
  }
  gait_analysis *analysis = gait_stream_finish(stream, &error);
  if (!analysis) fail("finish", &error);
  gait_stream_close(stream);
  /* The bouts that the end of the recording closed. */
  if (print("stream", gait_analysis_table(analysis, "bouts")) < closed) abort();
  gait_analysis_close(analysis);
}

/* Errors say what came, what is allowed and what to do. */
static void show_errors(void) {
  gait_error error;
  gait_options options = said();
  options.site = "lowerback";
  if (gait_analyze("walk.csv", &options, &error)) abort();
  printf("%d: %s\n", (int)error.status, error.message);
  options = said();
  if (gait_analyze("no-such-walk.csv", &options, &error)) abort();
  printf("%d: %s\n", (int)error.status, error.message);
  if (gait_stream_open(4, false, NULL, &error)) abort();
  printf("%d: %s\n", (int)error.status, error.message);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: walk RECORDING\n");
    return 2;
  }
  if (gait_abi_version() != GAIT_ABI_VERSION) {
    fprintf(stderr, "the library is of another version than the header\n");
    return 2;
  }
  printf("GaitKit %s\n", gait_version());
  struct samples all = read_all(arguments[1]);
  double rate = (all.count - 1) / (all.time_s[all.count - 1] - all.time_s[0]);
  analyze_file(arguments[1]);
  analyze_memory(&all);
  analyze_stream(&all, (double)(long)(rate + 0.5));
  show_errors();
  free(all.time_s);
  free(all.force);
  free(all.turning);
  return 0;
}
