-- the orders that hold units: few, and looked for with every list of goods
create index sale_order_held on sale_order (order_id) where state = 'held';
-- nothing begins at the goods
drop index sale_line_goods;
