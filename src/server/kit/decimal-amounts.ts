/** As most payment providers write amounts: 8800 → `88.00`. Not negative. */
export const decimalOf = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
