-- The ids of taken events are forgotten once the provider can't send them again; the oldest are found by this.
create index provider_events_by_age on provider_events (received_at);
