import type { CaseKind } from '#contract/admin/contact.ts'

export const answerTemplates = {
  question:
    'Hello,\n\nThanks for getting in touch.\n\n\n\nIf you have another question, reply to this email and quote your case number.\n\nCustomer care',
  refund:
    'Hello,\n\nWe’ve processed your refund. The money goes back to the way you paid, usually within 5 to 10 working days, depending on your payment provider.\n\n\n\nCustomer care',
  dataAccess:
    'Hello,\n\nWe’ve received your request for a copy of your personal data and will answer within 40 days. To protect your privacy, please log in and download your data under Account. If you can’t log in, reply to this email and we’ll confirm your identity first.\n\nCustomer care',
  correction:
    'Hello,\n\nWe’ve received your request to correct your personal data and will answer within 40 days.\n\n\n\nIf we can’t make the correction, we’ll tell you why.\n\nCustomer care',
  takedown:
    'Hello,\n\nWe’ve received your notice, are reviewing the content and will tell you the outcome.\n\nPlease send us the address of the content, the right you rely on and how to reach you.\n\nCustomer care',
  incident:
    'Hello,\n\nThanks for letting us know. We’re looking into it and will update you as soon as we know more.\n\n\n\nCustomer care',
} satisfies Record<CaseKind, string>
