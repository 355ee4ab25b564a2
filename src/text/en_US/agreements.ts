import type { AgreementsText } from '../zh_HK/agreements.ts'

/** What is agreed to when registering. */
export const agreements = {
  terms: {
    title: 'General terms',
    sections: [
      {
        heading: 'The service',
        text: 'This service offers films, drama, children’s and variety programmes on demand, for personal and non-commercial viewing in Hong Kong and Macau. Programmes come and go with their licences.',
      },
      {
        heading: 'Your account',
        text: 'There is one account for each mobile number, and the details you give must be true. Keep your password, parental code and SMS codes to yourself; an account can be signed in on five devices at a time. If you think that somebody else uses it, change the password at once: every other device is then signed out.',
      },
      {
        heading: 'Payment',
        text: 'Free films cost nothing. For all others the price, the rental period and any renewal are shown before you confirm, and nothing is charged before that.',
      },
      {
        heading: 'Fair use',
        text: 'Do not download (other than with the mobile app’s own feature), copy, show in public or resell programmes, and do not get round content protection or limits of region or age. Category III films are for persons of 18 and over.',
      },
      {
        heading: 'Closing the account',
        text: 'You can close your account at any time on the account page and reopen it within 14 days; after that its data are deleted. We may suspend or close an account that seriously breaks these terms, and we say why.',
      },
      {
        heading: 'Changes',
        text: 'We tell you of important changes before they take effect. These terms are governed by the law of the Hong Kong SAR and do not affect your statutory rights as a consumer.',
      },
    ],
  },
  privacy: {
    title: 'Privacy statement',
    sections: [
      {
        heading: 'What we collect',
        text: 'When you register: mobile number, name, e-mail address, date of birth and gender. While you use the service: what you watched, your favourites, the devices you sign in on and the pages you visit. Passwords and parental codes are stored as one-way hashes that we cannot read.',
      },
      {
        heading: 'What it is for',
        text: 'To provide and improve the service, to check who you are, to take payments, to keep accounts safe and to comply with the law. We do not use your data for direct marketing unless you agree to that separately.',
      },
      {
        heading: 'Who sees it',
        text: 'We do not sell your data. It goes only, as far as needed, to those who deliver our SMS and e-mail and process payments, or where the law requires it. Page views stay in our own system and are not given to third parties for advertising.',
      },
      {
        heading: 'How long we keep it',
        text: 'The site shows two months of viewing history. 14 days after you close your account your data are deleted, but for payment records that the law tells us to keep.',
      },
      {
        heading: 'Your rights',
        text: 'On the account page you can see, correct and export your data, and take back your consent to direct marketing at any time, free of charge.',
      },
      {
        heading: 'Browser storage',
        text: 'We keep your login, language and playback settings in your browser’s storage, only to run the service.',
      },
    ],
  },
} satisfies AgreementsText
