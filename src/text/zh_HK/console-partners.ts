/** Partners' customer lists, companies' staff lists, invoices. */
export const consolePartners = {
  view: '檢視',
  views: { customers: '客戶名單', staff: '員工名單', invoice: '夥伴帳單' },
  customers: {
    lead: '在夥伴的頁面註冊的新會員，號碼在名單內才會連繫到該夥伴。系統只保存號碼的雜湊值。',
    list: '合作夥伴的客戶名單',
    partner: '合作夥伴',
    count: '號碼',
    imported: '上次匯入',
    never: '未有名單',
    replace: '取代名單',
    replaceOf: (partner: string) => `取代 ${partner} 的名單`,
    title: (partner: string) => `取代 ${partner} 的客戶名單`,
    how: '每行一位客戶，第一欄是香港或澳門的手提電話號碼；其他欄位不會讀取。檔案取代整份名單，已連繫的會員不受影響。',
    wrongLine: '不是香港或澳門的手提電話號碼',
    done: (count: string) => `已取代名單，現有 ${count} 個號碼。`,
  },
  staff: {
    lead: '名單內的員工可註冊公司的員工計劃，每個員工編號同時只可有一個計劃。系統只保存編號的雜湊值。',
    list: '公司的員工名單',
    company: '公司',
    count: '員工編號',
    plans: '生效中的計劃',
    imported: '上次匯入',
    replace: '匯入員工名單',
    title: '匯入員工名單',
    how: '每行一位員工：第一欄公司名稱，第二欄員工編號。檔案只取代其中各公司的名單，其他公司及已註冊的計劃不受影響。',
    wrongLine: '應為公司名稱及員工編號',
    companies: '公司',
    done: (companies: string, numbers: string) => `已取代 ${companies} 間公司的名單，共 ${numbers} 個編號。`,
    empty: '未有員工名單',
    emptyText: '匯入名單後，員工便可註冊公司的計劃。',
    remove: '移除',
    removeOf: (company: string) => `移除「${company}」的名單`,
    removeTitle: (company: string) => `移除「${company}」的員工名單？`,
    removeText: (numbers: string, plans: string) =>
      `${numbers} 個員工編號不能再註冊計劃；生效中的 ${plans} 個計劃不受影響。`,
    removed: '已移除名單。',
    toPlans: '員工計劃的價格在「計劃及價格」更改。',
  },
  file: {
    choose: '選擇 CSV 檔案',
    drop: '把檔案拖放到此頁，或選擇檔案',
    dropNow: '放開以核對檔案',
    dropHint: 'CSV 或以定位字元分隔的文字檔，最大 10 MB',
    chosen: (name: string) => `檔案：${name}`,
    checking: '核對中',
    counts: { before: '現有', after: '取代後', added: '新增', removed: '移除', wrong: '有問題的行' },
    repeated: (count: string) => `${count} 行重複，只計一次。`,
    problems: '有問題的行',
    line: (line: string) => `第 ${line} 行`,
    morePrompt: (count: string) => `另有 ${count} 行有問題。`,
    fix: '更正檔案後再選擇一次；有問題的行未清除前不能匯入。',
    many: (percent: string) => `會移除現有名單的 ${percent}%，請確認檔案是完整名單。`,
    empty: '檔案內沒有任何資料。',
    submit: '取代名單',
    confirmTitle: '取代名單？',
    confirmText: (added: string, removed: string) =>
      `新增 ${added} 個，移除 ${removed} 個。取代後不能復原，只可再匯入另一個檔案。`,
    word: '取代',
    tooLarge: '檔案太大。',
  },
  invoice: {
    lead: '當月以夥伴兌換碼給予的換領券及戲票，是向夥伴開帳單的依據。',
    month: '月份（香港時間）',
    list: '夥伴帳單',
    partner: '合作夥伴',
    kind: '獎賞',
    kinds: { plan: '計劃月數', credits: '點數', voucher: '換領券', ticket: '戲票' },
    codes: '已兌換的碼',
    amount: '數量',
    empty: '該月沒有兌換',
    emptyText: '請選擇其他月份。',
    export: '匯出 CSV',
    exported: (rows: string) => `已匯出 ${rows} 行。`,
    fileName: 'partners.csv',
  },
}

export type ConsolePartnersText = typeof consolePartners

declare module '../texts.ts' {
  interface Texts {
    consolePartners: ConsolePartnersText
  }
}
