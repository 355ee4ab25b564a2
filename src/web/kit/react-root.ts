/** In the vendor chunk (`vite.config.ts`), which initializes React DOM apart from our code. */
export { createRoot, hydrateRoot } from 'react-dom/client'
