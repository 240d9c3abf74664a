-- Running upgrade 0002 -> 0003: databases of phones had this from their first day on

UPDATE alembic_version SET version_num='0003' WHERE alembic_version.version_num = '0002';

