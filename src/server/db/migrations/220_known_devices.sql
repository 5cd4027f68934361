-- Who signs in from a device that signed the same account in before has a count and a lane of their own (S1, S2).
create index session_by_device on session (user_id, device_id) where device_id is not null;
