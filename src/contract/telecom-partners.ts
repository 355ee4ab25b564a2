/** Their members have vouchers and cinema tickets instead of credits and plans (PRODUCT section 5). */
export const TELECOM_PARTNERS = ['hgc', 'clp', 'suntel'] as const
export type TelecomPartner = (typeof TELECOM_PARTNERS)[number]
