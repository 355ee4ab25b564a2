/** Binding an account to a telecom partner by its code. */
export const partnerCode = {
  title: '電訊夥伴兌換',
  text: '輸入電訊夥伴給你的兌換碼，把帳戶綁定至該夥伴。',
  partner: '電訊夥伴',
  partners: { hgc: 'HGC', clp: 'CLP', suntel: 'SunTel' },
  label: '夥伴兌換碼',
  means: '綁定後',
  meansList: [
    '以換領券觀看標示「換領券」的節目，以戲票到電影院看電影；兌換碼所送的會即時存入。',
    '不再使用點數及月費計劃，亦沒有首月免費。',
    '綁定後不能還原，亦不能再轉到其他夥伴。',
  ],
  needs: '如帳戶仍有點數、生效中的月費計劃或未完成的付款，須先用完或待其完結，才可綁定。',
  submit: '下一步',
  visitor: '綁定前須先登入，你輸入的兌換碼會保留。',
  confirm: {
    title: (partner: string) => `把帳戶綁定至 ${partner}？`,
    text: '綁定後不能還原：帳戶會以換領券及戲票代替點數及月費計劃。',
    account: (number: string) => `帳戶 ${number}`,
    yes: '確認綁定',
    no: '返回',
  },
  conflict: '這個帳戶現時未能綁定。',
  done: {
    kicker: '綁定成功',
    title: (partner: string) => `帳戶已綁定至 ${partner}`,
    tickets: '現有換領券及戲票',
    count: (n: string) => `${n} 張`,
    watch: '開始觀看',
    toSetup: '查看帳戶',
  },
  already: {
    title: (partner: string) => `帳戶已綁定至 ${partner}`,
    text: (partner: string) => `輸入 ${partner} 給你的另一個兌換碼，所送的換領券及戲票會即時存入。`,
    submit: '兌換',
  },
}

export type PartnerCodeText = typeof partnerCode

declare module '../texts.ts' {
  interface Texts {
    partnerCode: PartnerCodeText
  }
}
