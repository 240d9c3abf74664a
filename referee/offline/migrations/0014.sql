-- Running upgrade 0013 -> 0014

ALTER TABLE sheet_rows ADD COLUMN adjustment INTEGER DEFAULT '0' NOT NULL;

ALTER TABLE sheet_rows ADD COLUMN adjustment_reason TEXT DEFAULT '' NOT NULL;

ALTER TABLE corrections ADD COLUMN adjustment INTEGER DEFAULT '0' NOT NULL;

ALTER TABLE corrections ADD COLUMN adjustment_reason TEXT DEFAULT '' NOT NULL;

UPDATE alembic_version SET version_num='0014' WHERE alembic_version.version_num = '0013';

