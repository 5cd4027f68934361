-- What an SMS gateway reports of messages it took: when they arrived (epoch seconds).
alter table notification_recipient add column delivered_at int8;
create index notification_recipient_ref on notification_recipient (provider_ref) where provider_ref is not null and channel = 'sms';
