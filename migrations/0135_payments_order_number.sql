-- What people read of an order: HB-, the day in Hong Kong, and four characters without look-alikes. The next migration numbers the rows there
-- are, in a transaction of its own, so that they are read and written meanwhile. The index takes a second for each million of orders.
alter table payment_order add column order_number text;
create unique index payment_order_number on payment_order (order_number);

create function new_order_number(id text, created timestamptz) returns text language plpgsql as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bits integer;
  number text;
begin
  for attempt in 0 .. 1000 loop
    bits := ('x' || left(md5(id || attempt), 5))::bit(20)::integer;
    number := 'HB-' || to_char(created at time zone 'Asia/Hong_Kong', 'YYMMDD') || '-';
    for place in 0 .. 3 loop
      number := number || substr(alphabet, (bits >> (15 - 5 * place) & 31) + 1, 1);
    end loop;
    if not exists (select from payment_order where order_number = number) then
      return number;
    end if;
  end loop;
  raise exception 'no order number is free on this day';
end $$;

create function number_payment_order() returns trigger language plpgsql as $$
begin
  new.order_number := coalesce(new.order_number, new_order_number(new.order_id, new.created_at));
  return new;
end $$;

create trigger payment_order_numbered before insert on payment_order
  for each row execute function number_payment_order();
