-- whether a device has logged in before, to any account
create index session_by_device_alone on session (device_hash) where device_hash is not null;
