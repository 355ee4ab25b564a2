export const isContinueCarousel = ({ detailURL }: { detailURL: string }): boolean =>
  new URLSearchParams(detailURL.split('?')[1]).get('row') === 'continue'
