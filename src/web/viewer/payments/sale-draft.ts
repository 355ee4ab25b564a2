/** Drafts of an order of goods: its cart, and where it goes. Dropped once it is paid. */
export const SALE_DRAFTS = { cart: 'sale-cart', delivery: 'sale-delivery' } as const
