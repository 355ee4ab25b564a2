/** SPEC section 6, cheapest first (PRODUCT section 8). */
export const VOD_TYPES = ['FREE TO WATCH', 'VIP UNLIMITED WATCH', 'MOVIE VOUCHER', 'PAY PER RENT'] as const
export type VodType = (typeof VOD_TYPES)[number]
