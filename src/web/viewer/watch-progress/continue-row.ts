/** Whether a row of home is the one of what to go on with. */
export const isContinueCarousel = ({ detailURL }: { detailURL: string }): boolean =>
  new URLSearchParams(detailURL.split('?')[1]).get('row') === 'continue'
