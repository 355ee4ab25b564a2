/** SPEC section 9, in megabits a second; a range for 4K. */
export const BANDWIDTH_MBPS = { sd: 1.2, hd: 4, uhd: { from: 10, to: 12 } } as const
