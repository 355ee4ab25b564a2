/** The page of an address that the server does not know. */
export const notFoundPage = {
  heading: '找不到此頁面',
  reason: '連結可能已失效，或網址有誤。',
  home: (brand: string) => `前往${brand}`,
}

export type NotFoundPageText = typeof notFoundPage
