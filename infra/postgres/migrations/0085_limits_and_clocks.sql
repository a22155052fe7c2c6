-- One place of a sliding window: exact, whatever the quota, in a time that does not grow with it. Passes that left the window
-- are found by their number, never searched for.
create or replace function take_place(bucket_name text, quota integer, window_seconds integer,
  out allowed boolean, out remaining integer, out reset_ms integer) language plpgsql as $$
declare
  bucket rate_limit_buckets;
  span interval := make_interval(secs => window_seconds);
  now_at timestamptz;
  first_at timestamptz;
begin
  loop
    select * into bucket from rate_limit_buckets where name = bucket_name for update;
    exit when found;
    insert into rate_limit_buckets (name) values (bucket_name) on conflict (name) do nothing;
  end loop;
  now_at := clock_timestamp();
  if bucket.empty_at <= now_at then
    bucket.first_pass := bucket.next_pass;
  end if;
  while bucket.first_pass < bucket.next_pass loop
    select passed_at into first_at from rate_limit_passes where bucket_id = bucket.id and pass = bucket.first_pass;
    -- A pass beyond the next window comes from before the clock was set back: it would fill the bucket until that hour.
    exit when first_at > now_at - span and first_at <= now_at + span;
    bucket.first_pass := bucket.first_pass + 1;
  end loop;
  delete from rate_limit_passes where bucket_id = bucket.id and pass < bucket.first_pass;
  allowed := bucket.next_pass - bucket.first_pass < quota;
  if allowed then
    if bucket.first_pass = bucket.next_pass then
      first_at := now_at;
    end if;
    insert into rate_limit_passes values (bucket.id, bucket.next_pass, now_at);
    update rate_limit_buckets
    set first_pass = bucket.first_pass, next_pass = bucket.next_pass + 1, empty_at = now_at + span
    where name = bucket_name;
    bucket.next_pass := bucket.next_pass + 1;
  end if;
  remaining := greatest(0, quota - (bucket.next_pass - bucket.first_pass));
  reset_ms := ceil(extract(epoch from first_at + span - now_at) * 1000);
end
$$;
