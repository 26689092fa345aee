import GRDB

/// The tables of a store, as numbered migrations. A migration is never changed once it is out;
/// what must change comes as the next one.
enum StoreSchema {
  /// The number of the newest migration.
  static let newest = migrations.count
  /// The migrations, the first one first; the number is the place in the list, from 1.
  static let migrations = [
    first, collectionStops, identities, storedTimes, deletionFacts, storedAside,
  ]

  /// Brings a store up to date, each migration whole or not at all. Several processes may try at
  /// once: each looks again once it holds the lock.
  static func migrate(_ database: Database) throws {
    database.add(function: CollectionHistory.seriesFunction)
    while try version(of: database) < newest {
      try database.inTransaction(.immediate) {
        let version = try version(of: database)
        guard version < newest else { return .commit }
        try database.execute(sql: migrations[version])
        try database.execute(sql: "PRAGMA user_version = \(version + 1)")
        return .commit
      }
    }
  }

  private static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  /// Samples are kept in the order (series, start): everything that is asked of a store is a
  /// stretch of time of one person's kind. Words are kept once and pointed to by number. See the
  /// article Schema for what each column means.
  private static let first = """
    CREATE TABLE participant (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE kind (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, aggregation TEXT NOT NULL,
      unit TEXT NOT NULL
    ) STRICT;
    CREATE TABLE series (
      id INTEGER PRIMARY KEY,
      participant_id INTEGER NOT NULL REFERENCES participant,
      kind_id INTEGER NOT NULL REFERENCES kind,
      longest_ms INTEGER NOT NULL,
      UNIQUE (participant_id, kind_id)
    ) STRICT;
    CREATE TABLE recording (
      id INTEGER PRIMARY KEY,
      participant_id INTEGER NOT NULL REFERENCES participant,
      name TEXT NOT NULL, start_ms INTEGER NOT NULL,
      first_ms INTEGER, last_ms INTEGER,
      revisions TEXT NOT NULL,
      UNIQUE (participant_id, name, start_ms)
    ) STRICT;
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      participant_id INTEGER NOT NULL REFERENCES participant,
      name TEXT NOT NULL,
      recording_id INTEGER REFERENCES recording
    ) STRICT;
    CREATE UNIQUE INDEX source_once ON source (participant_id, name, ifnull(recording_id, 0));
    CREATE TABLE detail (
      id INTEGER PRIMARY KEY,
      participant_id INTEGER NOT NULL REFERENCES participant,
      digest TEXT NOT NULL,
      device TEXT, is_entered_by_hand INTEGER NOT NULL, is_calibrated INTEGER,
      earliest_data_ms INTEGER, method TEXT, revision INTEGER, left_out_reason TEXT,
      terrain TEXT, site TEXT, time_zone TEXT, utc_offset_s INTEGER, label TEXT, unit TEXT,
      other TEXT,
      UNIQUE (participant_id, digest)
    ) STRICT;
    CREATE TABLE sample (
      series_id INTEGER NOT NULL REFERENCES series,
      start_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
      source_id INTEGER NOT NULL REFERENCES source,
      distinction INTEGER NOT NULL,
      detail_id INTEGER NOT NULL REFERENCES detail,
      value REAL NOT NULL, standard_error REAL, standard_error_within_person REAL,
      change_id INTEGER NOT NULL,
      PRIMARY KEY (series_id, start_ms, duration_ms, source_id, distinction)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE last_change (
      id INTEGER PRIMARY KEY CHECK (id = 1), change_id INTEGER NOT NULL
    ) STRICT;
    INSERT INTO last_change VALUES (1, 0);
    CREATE TABLE addition (
      change_id INTEGER NOT NULL,
      series_id INTEGER NOT NULL REFERENCES series,
      first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL,
      PRIMARY KEY (change_id, series_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE deletion (
      change_id INTEGER NOT NULL,
      kind_id INTEGER NOT NULL REFERENCES kind,
      sample TEXT NOT NULL,
      PRIMARY KEY (change_id, kind_id, sample)
    ) STRICT, WITHOUT ROWID;

    CREATE VIEW readable AS
    SELECT participant.name AS participant, kind.name AS kind, sample.value AS value,
      coalesce(detail.unit, kind.unit) AS unit,
      strftime('%Y-%m-%dT%H:%M:%fZ', sample.start_ms / 1000.0, 'unixepoch') AS start_time,
      strftime('%Y-%m-%dT%H:%M:%fZ', (sample.start_ms + sample.duration_ms) / 1000.0,
        'unixepoch') AS end_time,
      sample.standard_error, sample.standard_error_within_person,
      source.name AS source, detail.device, recording.name AS recording,
      detail.is_entered_by_hand, detail.is_calibrated,
      strftime('%Y-%m-%dT%H:%M:%fZ', detail.earliest_data_ms / 1000.0, 'unixepoch')
        AS earliest_data_time,
      detail.method, detail.revision, detail.left_out_reason, detail.terrain, detail.site,
      detail.time_zone, detail.utc_offset_s, detail.label, detail.other
    FROM sample
      JOIN series ON series.id = sample.series_id
      JOIN participant ON participant.id = series.participant_id
      JOIN kind ON kind.id = series.kind_id
      JOIN source ON source.id = sample.source_id
      JOIN detail ON detail.id = sample.detail_id
      LEFT JOIN recording ON recording.id = source.recording_id;
    """

  /// A person may stop the collection of a kind before anything of it was kept: names, not numbers.
  private static let collectionStops = """
    CREATE TABLE collection_stop (
      participant TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (participant, kind)
    ) STRICT, WITHOUT ROWID;
    """

  /// A recording is identified by its content, a digest of its samples; recordings of an older
  /// schema have none until they are analyzed again. A method has a digest of its settings. What
  /// gave way to something else is kept apart.
  ///
  /// Older programs gave some samples the name of a method that did not make them: cadence and steps at
  /// the pelvis came from step sequences, flights with air pressure from the pressure. Their
  /// recordings are marked, to be analyzed again.
  private static let identities = """
    DROP VIEW readable;
    CREATE TABLE recording_by_content (
      id INTEGER PRIMARY KEY,
      participant_id INTEGER NOT NULL REFERENCES participant,
      name TEXT NOT NULL, start_ms INTEGER NOT NULL,
      first_ms INTEGER, last_ms INTEGER,
      revisions TEXT NOT NULL,
      content TEXT NOT NULL DEFAULT '',
      doubtful_samples INTEGER NOT NULL DEFAULT 0,
      UNIQUE (participant_id, name, start_ms, content)
    ) STRICT;
    INSERT INTO recording_by_content (id, participant_id, name, start_ms, first_ms, last_ms, revisions)
      SELECT id, participant_id, name, start_ms, first_ms, last_ms, revisions FROM recording;
    DROP TABLE recording;
    ALTER TABLE recording_by_content RENAME TO recording;
    CREATE INDEX recording_of_content ON recording (content) WHERE content <> '';
    ALTER TABLE detail ADD COLUMN settings TEXT;
    UPDATE recording SET doubtful_samples = doubt.samples FROM (
      SELECT source.recording_id AS recording_id, count(*) AS samples
      FROM sample
        JOIN series ON series.id = sample.series_id
        JOIN kind ON kind.id = series.kind_id
        JOIN source ON source.id = sample.source_id
        JOIN detail ON detail.id = sample.detail_id
      WHERE source.name = 'gait' AND (
        kind.name IN ('cadence', 'running-cadence', 'step-count')
          AND detail.site IN ('lower_back', 'hip') AND detail.method = 'PhaseInitialContactDetector'
        OR kind.name IN (
            'flights-climbed', 'flights-descended', 'stair-ascent-speed', 'stair-descent-speed')
          AND (detail.method IS NULL OR detail.method = 'StairFrameModel'))
      GROUP BY source.recording_id
    ) AS doubt WHERE doubt.recording_id = recording.id;

    CREATE TABLE superseded (
      id INTEGER PRIMARY KEY,
      series_id INTEGER NOT NULL REFERENCES series,
      start_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
      source_id INTEGER NOT NULL REFERENCES source,
      distinction INTEGER NOT NULL,
      detail_id INTEGER NOT NULL REFERENCES detail,
      value REAL NOT NULL, standard_error REAL, standard_error_within_person REAL,
      superseded_ms INTEGER NOT NULL, reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX superseded_series ON superseded (series_id, start_ms);

    CREATE VIEW readable AS
    SELECT participant.name AS participant, kind.name AS kind, sample.value AS value,
      coalesce(detail.unit, kind.unit) AS unit,
      strftime('%Y-%m-%dT%H:%M:%fZ', sample.start_ms / 1000.0, 'unixepoch') AS start_time,
      strftime('%Y-%m-%dT%H:%M:%fZ', (sample.start_ms + sample.duration_ms) / 1000.0,
        'unixepoch') AS end_time,
      sample.standard_error, sample.standard_error_within_person,
      source.name AS source, detail.device, recording.name AS recording,
      recording.content AS recording_content,
      detail.is_entered_by_hand, detail.is_calibrated,
      strftime('%Y-%m-%dT%H:%M:%fZ', detail.earliest_data_ms / 1000.0, 'unixepoch')
        AS earliest_data_time,
      detail.method, detail.revision, detail.settings, detail.left_out_reason, detail.terrain, detail.site,
      detail.time_zone, detail.utc_offset_s, detail.label, detail.other
    FROM sample
      JOIN series ON series.id = sample.series_id
      JOIN participant ON participant.id = series.participant_id
      JOIN kind ON kind.id = series.kind_id
      JOIN source ON source.id = sample.source_id
      JOIN detail ON detail.id = sample.detail_id
      LEFT JOIN recording ON recording.id = source.recording_id;
    """

  /// When each analysis and each change was stored, so that of two stores the later word stays, in whatever
  /// order they are merged. A recording without a time has no analysis: it gave way, or only marks point to
  /// it. What older programs kept is of unknown time, 0, which is before all others.
  private static let storedTimes = """
    ALTER TABLE recording ADD COLUMN stored_ms INTEGER;
    UPDATE recording SET stored_ms = 0
      WHERE id IN (SELECT recording_id FROM source WHERE name = 'gait');
    CREATE TABLE change (
      change_id INTEGER PRIMARY KEY, stored_ms INTEGER NOT NULL
    ) STRICT;
    """

  /// A stop of collection has a time, and so has its end, which keeps a hash in the place of the name. Older stops
  /// get the time after the last sample of the kind that their store holds, by which what is kept stays; where there
  /// is none they come before everything.
  ///
  /// A deletion says whether the sample only gave way. Of a recording that was deleted, a hash and a time stay, and of a
  /// sample that gave way and was deleted from what is kept aside.
  private static let deletionFacts = """
    ALTER TABLE collection_stop RENAME TO timeless_stop;
    CREATE TABLE collection_stop (
      series TEXT NOT NULL, stored_ms INTEGER NOT NULL, is_stopped INTEGER NOT NULL,
      participant TEXT, kind TEXT,
      PRIMARY KEY (series, stored_ms, is_stopped)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO collection_stop
      SELECT collection_series(stop.participant, stop.kind),
        coalesce((
          SELECT max(coalesce(
            CASE WHEN source.name = 'gait' THEN recording.stored_ms END, change.stored_ms, 0)) + 1
          FROM sample
            JOIN series ON series.id = sample.series_id
            JOIN participant ON participant.id = series.participant_id
            JOIN kind ON kind.id = series.kind_id
            JOIN source ON source.id = sample.source_id
            LEFT JOIN recording ON recording.id = source.recording_id
            LEFT JOIN change ON change.change_id = sample.change_id
          WHERE participant.name = stop.participant
            AND kind.name IN (stop.kind, 'activity-' || stop.kind)), 0),
        1, stop.participant, stop.kind
      FROM timeless_stop AS stop;
    DROP TABLE timeless_stop;
    ALTER TABLE deletion ADD COLUMN gave_way INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE recording_deletion (
      recording TEXT NOT NULL, kind TEXT NOT NULL, stored_ms INTEGER NOT NULL,
      PRIMARY KEY (recording, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE analysis_deletion (
      recording TEXT NOT NULL PRIMARY KEY, stored_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE withdrawal (
      sample TEXT NOT NULL PRIMARY KEY, stored_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// When it was stored that gave way: a deletion before that is none of it. What gave way in a merge, or as its collection
  /// had been stopped, is dated by that, but for records of phones; of the rest older programs did not note it.
  private static let storedAside = """
    ALTER TABLE superseded ADD COLUMN stored_ms INTEGER;
    UPDATE superseded SET stored_ms = superseded_ms WHERE superseded_ms > 0 AND reason IN (
      'something else was stored later in another store',
      'its collection had been stopped before it was stored')
      AND source_id IN (SELECT id FROM source
        WHERE recording_id IS NOT NULL OR substr(name, 1, 13) = 'gait estimate');
    """
}
