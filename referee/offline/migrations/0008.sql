-- Running upgrade 0007 -> 0008

ALTER TABLE groups ADD COLUMN blames BOOLEAN DEFAULT 0 NOT NULL;

ALTER TABLE games ADD COLUMN missed INTEGER;

ALTER TABLE games ADD COLUMN refused JSON;

UPDATE alembic_version SET version_num='0008' WHERE alembic_version.version_num = '0007';

