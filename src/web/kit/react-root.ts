/** React's roots. In the vendor chunk (`vite.config.ts`), which initializes React DOM when it is evaluated, before and apart from our code. */
export { createRoot, hydrateRoot } from 'react-dom/client'
