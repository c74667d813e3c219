/** What pickers call the `bridge_home`, in each language of the editor. A test compares it with the locales. */
export const wholeHomeLabels = [
  'Whole home',
  'Das ganze Zuhause',
  'Toda la casa',
  'Toute la maison',
  '家全体',
  '집 전체',
  'Casa inteira',
  'Весь дом',
  '全屋',
  '整個家',
] as const;
