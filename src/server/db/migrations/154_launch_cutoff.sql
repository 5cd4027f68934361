-- B9.14: when the shop opened, of the operator's setting in epoch seconds; 4 May 2020 in Lagos while nobody set a number.
create function launch_cutoff() returns int8 language sql stable parallel safe as $$
  select coalesce(
    (select case when btrim(value) ~ '^[0-9]{1,11}$' then btrim(value)::int8 end from config where key = 'launch_cutoff' and deleted_at is null),
    1588546800)
$$;

-- As 121_buyers.sql says it, with the launch as an argument.
drop function buyer_category(int8, int8, int8, int8);
create function buyer_category(made int8, orders int8, last_order int8, at int8, launch int8 default 1588546800)
returns text language sql immutable parallel safe as $$
  select case
    when at - made <= 14 * 86400 then case when orders >= 1 then 'new_active' else 'new_inactive' end
    when orders * 7 * 86400.0 > 0.8 * (at - made) and at - last_order < 14 * 86400 then 'regular_weekly'
    when orders * 14 * 86400.0 > 0.8 * (at - made) and at - made > 21 * 86400 and at - last_order < 21 * 86400 then 'regular_biweekly'
    when orders * 21 * 86400.0 > 0.8 * (at - made) and at - made > 28 * 86400 and at - last_order < 28 * 86400 then 'regular_triweekly'
    when made < launch then 'pre_launch'
    else 'N/A' end
$$;
