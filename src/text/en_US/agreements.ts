import type { AgreementsText } from '../zh_HK/agreements.ts'

/** The terms and the privacy statement of the registration, in short. */
export const agreements = {
  terms: {
    title: 'General terms',
    sections: [
      {
        heading: 'The service',
        text: 'This service offers films, drama, kids and variety titles on demand, for personal, non-commercial viewing in Hong Kong and Macau. Titles are added and removed as licences begin and end.',
      },
      {
        heading: 'Your account',
        text: 'Each mobile number can have one account, and the details you give must be true. Keep your password, parental code and SMS codes to yourself. An account can be logged in on up to five devices at a time. If you think someone else is using yours, change the password immediately: every other device is then logged out.',
      },
      {
        heading: 'Payment',
        text: 'Free titles cost nothing. For all others, we show the price, the rental period and any renewal before you confirm, and charge nothing until you do.',
      },
      {
        heading: 'Fair use',
        text: 'You may not download (except with the mobile app’s own feature), copy, publicly show or resell titles, or circumvent content protection or region or age restrictions. Category III titles are for persons aged 18 and above only.',
      },
      {
        heading: 'Closing your account',
        text: 'You can close your account at any time on the account page and reopen it within 14 days. After that, its data is deleted. We may suspend or close an account that seriously breaches these terms, and will tell you why.',
      },
      {
        heading: 'Changes',
        text: 'We’ll tell you about important changes before they take effect. These terms are governed by the laws of the Hong Kong SAR and do not affect your statutory rights as a consumer.',
      },
    ],
  },
  privacy: {
    title: 'Privacy statement',
    sections: [
      {
        heading: 'What we collect',
        text: 'When you sign up: your mobile number, name, email address, date of birth and gender. While you use the service: what you watch, your list, the devices you log in on and the pages you visit. We store passwords and parental codes as one-way hashes that we cannot read.',
      },
      {
        heading: 'How we use it',
        text: 'To provide and improve the service, verify your identity, take payments, keep accounts safe and comply with the law. We do not use your data for direct marketing unless you separately agree.',
      },
      {
        heading: 'Who sees it',
        text: 'We do not sell your data. We share it only as needed with the providers that deliver our SMS and email and process payments, or where the law requires it. Page views stay in our own systems and are not given to third parties for advertising.',
      },
      {
        heading: 'How long we keep it',
        text: 'The site shows two months of viewing history. We delete your data 14 days after you close your account, except payment records that the law requires us to keep.',
      },
      {
        heading: 'Your rights',
        text: 'On the account page, you can view, correct and export your data, or withdraw your consent to direct marketing at any time, free of charge.',
      },
      {
        heading: 'Browser storage',
        text: 'We keep your login, language and playback settings in your browser’s storage, only to run the service.',
      },
    ],
  },
} satisfies AgreementsText
