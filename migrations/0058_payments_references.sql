-- Callbacks about refunds, disputes and sales name the provider's payment.
create index payment_order_payment on payment_order (payment_reference) where payment_reference is not null;
