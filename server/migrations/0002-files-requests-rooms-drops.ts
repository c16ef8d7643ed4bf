import type { Knex } from 'knex';

/** Files and their bytes, upload requests, rooms and drop inboxes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE transfers
      ADD COLUMN awaiting_until timestamptz,
      DROP CONSTRAINT transfers_state_check,
      ADD CONSTRAINT transfers_state_check CHECK (state IN ('awaiting', 'active', 'expired', 'consumed')),
      DROP CONSTRAINT transfers_check2,
      DROP CONSTRAINT transfers_check3,
      ADD CONSTRAINT transfers_content_check
        CHECK ((state IN ('awaiting', 'active')) = (content IS NOT NULL AND wrapped_key IS NOT NULL)),
      ADD CONSTRAINT transfers_wiped_check
        CHECK (state IN ('awaiting', 'active') OR (content IS NULL AND wrapped_key IS NULL AND snippet IS NULL AND short_code IS NULL)),
      ADD CONSTRAINT transfers_awaiting_check CHECK ((state = 'awaiting') = (awaiting_until IS NOT NULL));
    CREATE INDEX transfers_awaiting ON transfers (awaiting_until) WHERE state = 'awaiting';

    CREATE TABLE requests (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'expired')),
      wrapped_key bytea NOT NULL,
      title bytea NOT NULL,
      pin_salt bytea NOT NULL,
      pin_iterations int NOT NULL,
      pin_hash bytea NOT NULL,
      file_count int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      expires_at timestamptz CHECK (expires_at > created_at),
      closed_at timestamptz,
      CHECK ((state = 'closed') = (closed_at IS NOT NULL))
    ) WITH (fillfactor = 85);
    CREATE INDEX requests_by_key ON requests (api_key_id, created_at DESC, id DESC);
    CREATE INDEX requests_by_expiry ON requests (expires_at);
    CREATE INDEX requests_by_closing ON requests (closed_at);

    CREATE TABLE rooms (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'expired')),
      encryption text NOT NULL CHECK (encryption IN ('server', 'e2e')),
      wrapped_key bytea NOT NULL,
      name bytea NOT NULL,
      access_proof_hash bytea,
      kdf_iterations int,
      message_count int NOT NULL DEFAULT 0,
      last_seq bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
    ) WITH (fillfactor = 85);
    CREATE INDEX rooms_by_expiry ON rooms (expires_at);

    -- A message with a file has no seq, and is shown to nobody, until the bytes are there. It does not reference its room:
    -- deleting the room must not wait until all that was ever said in it is gone.
    CREATE TABLE room_messages (
      id text PRIMARY KEY,
      room_id text NOT NULL,
      seq bigint,
      kind text NOT NULL CHECK (kind IN ('text', 'file')),
      author_role text NOT NULL CHECK (author_role IN ('owner', 'guest')),
      content bytea NOT NULL,
      created_at timestamptz NOT NULL,
      CHECK (kind = 'file' OR seq IS NOT NULL),
      UNIQUE (room_id, seq)
    );

    CREATE TABLE drops (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      wrapped_key bytea NOT NULL,
      label bytea NOT NULL,
      item_count int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL
    ) WITH (fillfactor = 85);
    CREATE INDEX drops_by_key ON drops (api_key_id, created_at DESC, id DESC);

    -- An item with a file is shown to nobody until the bytes are there. It does not reference its inbox: removing the
    -- inbox must not wait until all that was ever left in it is gone.
    CREATE TABLE drop_items (
      id text PRIMARY KEY,
      drop_id text NOT NULL,
      arrived boolean NOT NULL,
      message bytea,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX drop_items_by_drop ON drop_items (drop_id, created_at DESC, id DESC);

    -- A room or an inbox that is gone, and of which something may still be there to be wiped.
    CREATE TABLE wipes (
      kind text CHECK (kind IN ('room', 'drop')),
      id text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, id)
    );

    -- The sealed bytes of one upload, whether it has completed or not. In S3 they outlive their file until a job has
    -- removed them; the key to them does not.
    CREATE TABLE blobs (
      id text PRIMARY KEY,
      storage text NOT NULL CHECK (storage IN ('postgres', 's3')),
      created_at timestamptz NOT NULL DEFAULT now(),
      doomed_at timestamptz
    );
    CREATE INDEX blobs_doomed ON blobs (doomed_at) WHERE doomed_at IS NOT NULL;
    CREATE INDEX blobs_by_age ON blobs (created_at);

    CREATE TABLE blob_chunks (
      blob_id text NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
      seq int NOT NULL,
      data bytea NOT NULL,
      PRIMARY KEY (blob_id, seq)
    );
    ALTER TABLE blob_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

    -- Announced, and complete once blob_id is there. upload_key is the data key sealed under the upload token. A
    -- transfer's file has the data key and the metadata of its transfer.
    CREATE TABLE files (
      id text PRIMARY KEY,
      transfer_id text REFERENCES transfers (id) ON DELETE CASCADE,
      request_id text REFERENCES requests (id) ON DELETE CASCADE,
      room_message_id text REFERENCES room_messages (id) ON DELETE CASCADE,
      drop_item_id text REFERENCES drop_items (id) ON DELETE CASCADE,
      wrapped_key bytea,
      metadata bytea,
      announced_size bigint,
      upload_token_hash bytea UNIQUE,
      upload_key bytea,
      upload_until timestamptz,
      blob_id text UNIQUE REFERENCES blobs (id),
      size bigint,
      sha256 bytea,
      created_at timestamptz NOT NULL,
      completed_at timestamptz,
      CHECK (num_nonnulls(transfer_id, request_id, room_message_id, drop_item_id) = 1),
      CHECK (num_nulls(wrapped_key, metadata) = CASE WHEN transfer_id IS NULL THEN 0 ELSE 2 END),
      CHECK ((blob_id IS NULL) = (upload_token_hash IS NOT NULL)),
      CHECK (num_nulls(blob_id, size, sha256, completed_at) IN (0, 4)),
      CHECK (num_nulls(upload_token_hash, upload_key, upload_until) IN (0, 3))
    );
    CREATE UNIQUE INDEX files_by_transfer ON files (transfer_id) WHERE transfer_id IS NOT NULL;
    CREATE INDEX files_by_request ON files (request_id) WHERE request_id IS NOT NULL;
    CREATE UNIQUE INDEX files_by_room_message ON files (room_message_id) WHERE room_message_id IS NOT NULL;
    CREATE UNIQUE INDEX files_by_drop_item ON files (drop_item_id) WHERE drop_item_id IS NOT NULL;
    CREATE INDEX files_awaiting ON files (upload_until) WHERE upload_until IS NOT NULL;

    -- Bytes go with their file, in the same transaction; what lies elsewhere is left to a job.
    CREATE FUNCTION wipe_blob() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM blobs WHERE id = OLD.blob_id AND storage = 'postgres';
      UPDATE blobs SET doomed_at = now() WHERE id = OLD.blob_id AND storage <> 'postgres';
      RETURN NULL;
    END $$;
    CREATE TRIGGER wipe_blob AFTER DELETE ON files FOR EACH ROW WHEN (OLD.blob_id IS NOT NULL)
      EXECUTE FUNCTION wipe_blob();

    -- A download URL that was handed out; sealed_key is the data key sealed under its token.
    CREATE TABLE downloads (
      token_hash bytea PRIMARY KEY,
      file_id text NOT NULL REFERENCES files (id) ON DELETE CASCADE,
      sealed_key bytea NOT NULL,
      completed boolean NOT NULL DEFAULT false,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX downloads_by_file ON downloads (file_id);
    CREATE INDEX downloads_by_expiry ON downloads (expires_at);
  `);
}
