/** An article, compiled at build time (vite.articles.ts). */
declare module '*.md' {
  export const article: import('./article-model.ts').Article
}
