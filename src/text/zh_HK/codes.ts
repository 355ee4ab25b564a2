/** What a code gives. `plan`: its name. */
export const grantTitle = {
  plan: (months: number, plan: string) => `${plan} ${months} 個月`,
  credits: (count: number) => `${count} 點`,
  voucher: (count: number) => `${count} 張換領券`,
  ticket: (count: number) => `${count} 張戲票`,
}
export type GrantTitleText = Readonly<Record<keyof typeof grantTitle, (amount: number, plan: string) => string>>
