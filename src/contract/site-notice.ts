/** Where an open page of the site asks for the operators' notice: `{zh_HK, en_US, until}`. */
export const NOTICE_URL = '/notice.json'
