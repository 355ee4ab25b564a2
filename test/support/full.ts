/** Whether this is `npm run test:full`: sweeps go through every combination, not one of each. */
export const isFull = process.env.TEST_FULL === '1'
