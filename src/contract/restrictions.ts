export const RESTRICTIONS = ['I', 'IIA', 'IIB', 'III'] as const
export type Restriction = (typeof RESTRICTIONS)[number]
