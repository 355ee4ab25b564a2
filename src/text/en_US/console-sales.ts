import type { ConsoleSalesText } from '../zh_HK/console-sales.ts'

const orders = (count: number): string => (count === 1 ? '1 paid order is' : `${count} paid orders are`)

export const consoleSales: ConsoleSalesText = {
  note: 'Goods, stock, lockers and shipping',
  views: { goods: 'Goods', sales: 'Sales', lockers: 'Lockers', freight: 'Shipping' },
  add: { goods: 'Add goods', sales: 'Add sale', lockers: 'Add locker', freight: 'Add zone' },
  edit: { goods: 'Edit goods', sales: 'Edit sale', lockers: 'Edit locker', freight: 'Edit zone' },
  importTable: { lockers: 'Import lockers', freight: 'Import shipping costs' },
  searchGoods: 'Goods or title',
  searchSales: 'Sale',
  searchLockers: 'Code or address',
  searchFreight: 'Zone or country code',
  emptyGoods: { title: 'No goods yet', text: 'Add a sale first, then its goods.' },
  emptySales: { title: 'No sales yet', text: 'Add a sale, then its goods.' },
  empty: {
    lockers: { title: 'No lockers yet', text: 'Add them one by one, or import a table.' },
    freight: { title: 'No shipping zones yet', text: 'Add them one by one, or import a table.' },
  },
  media: { dvd: 'DVD', bluray: 'Blu-ray' },
  goodsColumns: {
    name: 'Goods',
    sale: 'Sale',
    price: 'Price',
    stock: 'Sold / supplied',
    left: (count) => `${count} left`,
    unsent: 'Orders to send',
    state: 'State',
    arrived: 'Stock',
  },
  saleColumns: {
    title: 'Sale',
    starts: 'Starts',
    ends: 'Ends',
    goods: 'Goods',
    unsent: 'Orders to send',
    state: 'State',
  },
  lockerColumns: { code: 'Code', district: 'District', address: 'Address', unsent: 'Orders to send', state: 'State' },
  freightColumns: {
    zone: 'Zone',
    countries: 'Countries and regions',
    first: 'First unit',
    further: 'Each additional unit',
    state: 'State',
  },
  goods: {
    labels: {
      name: 'Name',
      detail: 'Short description',
      description: 'Description',
      saleId: 'Sale',
      medium: 'Medium',
      price: 'Price',
      supplied: 'Initial stock',
      restockOn: 'Expected restock date',
      position: 'Position',
      programId: 'Edition of',
    },
    hints: { supplied: 'Later changes go through “Stock received”', position: 'Lower numbers come first' },
  },
  sale: {
    labels: {
      title: 'Name',
      description: 'Description',
      startsAt: 'Starts',
      endsAt: 'Ends',
      programId: 'Banner artwork of',
    },
  },
  locker: {
    labels: { lockerCode: 'Code', region: 'Region', district: 'District', address: 'Address' },
    hints: { lockerCode: 'Capitals, digits and -: H852-07' },
  },
  freight: {
    labels: {
      zoneId: 'Zone ID',
      countries: 'Countries and regions',
      first: 'First unit',
      further: 'Each additional unit',
    },
    hints: { countries: 'Two-letter codes: GB, FR', zoneId: 'Such as europe' },
  },
  withdrawGoods: (unsent, held) =>
    [
      'The site stops selling it.',
      ...(held === 0 ? [] : [`${held === 1 ? '1 unit' : `${held} units`} in running payments can still be bought.`]),
      unsent === 0 ? 'There are no orders to send.' : `${orders(unsent)} sent as usual.`,
    ].join(' '),
  withdrawSale: (unsent, paying) =>
    [
      'The site stops showing this sale.',
      ...(paying === 0 ? [] : [`${paying === 1 ? '1 order' : `${paying} orders`} in payment can still be completed.`]),
      unsent === 0 ? 'There are no orders to send.' : `${orders(unsent)} sent as usual.`,
    ].join(' '),
  withdrawLocker: (unsent) =>
    unsent === 0
      ? 'Buyers can’t choose this locker any more. No orders are on their way here.'
      : `Buyers can’t choose this locker any more. ${orders(unsent)} still sent here.`,
  withdrawFreight: 'Orders can’t ship to its countries until another zone includes them.',
  addStock: {
    label: 'Stock received',
    of: (name) => `Units of ${name} have arrived`,
    title: (name) => `Change stock: ${name}`,
    supplied: 'Received',
    sold: 'Sold',
    held: 'In payment',
    free: 'Left',
    units: 'Units',
    unitsHint: '+20 when 20 have arrived, -3 when 3 are damaged',
    whole: 'Enter a whole number such as +20 or -3.',
    before: 'Units are added to the stock there is, whatever is sold meanwhile.',
    after: (supplied, free) => `${supplied} received, ${free} left`,
    submit: 'Change stock',
    done: (supplied, free) => `Changed: ${supplied} received, ${free} left.`,
  },
}
