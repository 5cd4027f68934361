-- K10: the ratio looks at the last 12 weeks (or at the age of a younger account), and who ordered since the launch is pre_launch no more.
-- `orders` are the counted orders of the last 12 weeks; domain/buyerCategory.ts says the same.
drop function buyer_category(int8, int8, int8, int8, int8);
create function buyer_category(made int8, orders int8, last_order int8, at int8, launch int8 default 1588546800)
returns text language sql immutable parallel safe as $$
  select case
    when at - made <= 14 * 86400 then case when orders >= 1 then 'new_active' else 'new_inactive' end
    when orders * 7 * 86400.0 > 0.8 * least(at - made, 84 * 86400) and at - last_order < 14 * 86400 then 'regular_weekly'
    when orders * 14 * 86400.0 > 0.8 * least(at - made, 84 * 86400) and at - made > 21 * 86400 and at - last_order < 21 * 86400 then 'regular_biweekly'
    when orders * 21 * 86400.0 > 0.8 * least(at - made, 84 * 86400) and at - made > 28 * 86400 and at - last_order < 28 * 86400 then 'regular_triweekly'
    when made < launch and (last_order is null or last_order < launch) then 'pre_launch'
    else 'N/A' end
$$;
