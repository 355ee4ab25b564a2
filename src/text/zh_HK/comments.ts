/** Ratings and comments, in the detail overlay. */
export const comments = {
  title: '評分及評論',
  count: (n: string) => `${n} 則評論`,
  loading: '評論載入中',
  failed: '暫時未能載入評論',
  sort: { label: '評論排序', newest: '最新', liked: '最多讚好' },
  rating: {
    outOf: '/ 5',
    none: '未有評分',
    votes: (n: string) => `${n} 人評分`,
    stars: (score: string) => `${score} 星`,
    share: (stars: string, percent: string) => `${stars} 星佔 ${percent}`,
    own: '你的評分',
    ownNone: '未評分',
    hint: '左右方向鍵每次調整半顆星。',
    saved: '已儲存',
    clear: '清除評分',
    account: '同一帳戶的個人檔案共用一個評分。',
  },
  rules: {
    title: '評論守則',
    text: '部分評論須經審核後刊登。請勿作人身攻擊、發佈廣告或公開他人私隱；劇透內容請加標示。',
    note: '每則 50 至 500 字，須先驗證電郵地址。',
  },
  write: {
    label: '撰寫評論',
    placeholder: '你覺得這套節目怎樣？',
    as: (name: string) => `將以「${name}」的名稱及頭像刊登`,
    spoiler: '內容含劇透',
    length: (n: string) => `${n} 字`,
    range: '/ 50 至 500 字',
    submit: '提交評論',
    save: '儲存更改',
    cancel: '取消',
    published: '評論已刊登',
    waiting: '評論已提交，等待審核',
    login: '登入後發表評論',
  },
  email: {
    purposes: {
      comment: {
        title: '發表評論前須驗證電郵地址',
        text: '評論不會顯示你的電郵地址。驗證後，評論會隨即提交。',
        confirm: '驗證並提交',
      },
      rating: {
        title: '評分前須驗證電郵地址',
        text: '評分不會顯示你的電郵地址。驗證後，你的評分會隨即儲存。',
        confirm: '驗證並儲存',
      },
    },
    label: '電郵地址',
    send: '發送驗證碼',
    sent: (email: string) => `六位數字驗證碼已發送至 ${email}。`,
    code: '驗證碼',
    resend: '重新發送',
    resendIn: (clock: string) => `${clock} 後可重新發送`,
    change: '更改電郵地址',
  },
  item: {
    now: '剛剛',
    edited: '已編輯',
    waiting: '等待審核',
    waitingText: '現時只有你可以看到這則評論，一般於 24 小時內完成審核。',
    rejected: '未獲刊登',
    rejectedText: '這則評論不符合守則，現時只有你可以看到。你可以修改後再提交。',
    spoiler: '這則評論含劇透',
    show: '顯示內容',
    hide: '收起內容',
    like: '讚好',
    liked: '已讚好',
    likes: (n: string) => `${n} 人讚好`,
    report: '舉報',
    reported: '已舉報',
    edit: '編輯',
    remove: '刪除',
    removed: '評論已刪除',
    removeTitle: '刪除這則評論？',
    removeText: '刪除後不能復原。',
    by: (name: string) => `${name}的評論`,
  },
  report: {
    title: '舉報這則評論',
    reason: '原因',
    reasons: { spoiler: '劇透未標示', abuse: '人身攻擊或歧視', advert: '廣告或虛假內容' },
    submit: '提交舉報',
    cancel: '取消',
    done: '感謝你的舉報，我們會盡快處理。',
  },
  empty: '未有評論',
  emptyText: '成為第一個分享感想的人。',
  more: '載入更多評論',
  shown: (shown: string, total: string) => `已顯示 ${shown} 則，共 ${total} 則`,
}

export type CommentsText = typeof comments

declare module '../texts.ts' {
  interface Texts {
    comments: CommentsText
  }
}
