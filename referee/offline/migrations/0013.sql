-- Running upgrade 0012 -> 0013

CREATE TABLE group_presets (
    id INTEGER NOT NULL, 
    group_id VARCHAR(16) NOT NULL, 
    game VARCHAR(40) NOT NULL, 
    name TEXT NOT NULL, 
    house JSON NOT NULL, 
    target INTEGER, 
    CONSTRAINT pk_group_presets PRIMARY KEY (id), 
    CONSTRAINT fk_group_presets_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE, 
    CONSTRAINT uq_group_presets_group_id UNIQUE (group_id, game, name)
);

UPDATE alembic_version SET version_num='0013' WHERE alembic_version.version_num = '0012';

