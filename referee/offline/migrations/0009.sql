-- Running upgrade 0008 -> 0009

ALTER TABLE games ADD COLUMN token VARCHAR(16) DEFAULT '' NOT NULL;

ALTER TABLE game_sessions ADD COLUMN last_row_version INTEGER DEFAULT '0' NOT NULL;

UPDATE game_sessions SET last_row_version = COALESCE((
    SELECT MAX(sheet_rows.version) FROM sheet_rows JOIN games ON games.id = sheet_rows.game_id
    WHERE games.session_id = game_sessions.id), 0);

UPDATE alembic_version SET version_num='0009' WHERE alembic_version.version_num = '0008';

