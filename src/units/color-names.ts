import { parseHexColor } from './light-color';
import type { Rgb } from './light-color';

/** CSS Color Module Level 4, section 6.1. */
const cssColors: ReadonlyMap<string, string> = new Map([
  ['aliceblue', '#f0f8ff'],
  ['antiquewhite', '#faebd7'],
  ['aqua', '#00ffff'],
  ['aquamarine', '#7fffd4'],
  ['azure', '#f0ffff'],
  ['beige', '#f5f5dc'],
  ['bisque', '#ffe4c4'],
  ['black', '#000000'],
  ['blanchedalmond', '#ffebcd'],
  ['blue', '#0000ff'],
  ['blueviolet', '#8a2be2'],
  ['brown', '#a52a2a'],
  ['burlywood', '#deb887'],
  ['cadetblue', '#5f9ea0'],
  ['chartreuse', '#7fff00'],
  ['chocolate', '#d2691e'],
  ['coral', '#ff7f50'],
  ['cornflowerblue', '#6495ed'],
  ['cornsilk', '#fff8dc'],
  ['crimson', '#dc143c'],
  ['cyan', '#00ffff'],
  ['darkblue', '#00008b'],
  ['darkcyan', '#008b8b'],
  ['darkgoldenrod', '#b8860b'],
  ['darkgray', '#a9a9a9'],
  ['darkgreen', '#006400'],
  ['darkgrey', '#a9a9a9'],
  ['darkkhaki', '#bdb76b'],
  ['darkmagenta', '#8b008b'],
  ['darkolivegreen', '#556b2f'],
  ['darkorange', '#ff8c00'],
  ['darkorchid', '#9932cc'],
  ['darkred', '#8b0000'],
  ['darksalmon', '#e9967a'],
  ['darkseagreen', '#8fbc8f'],
  ['darkslateblue', '#483d8b'],
  ['darkslategray', '#2f4f4f'],
  ['darkslategrey', '#2f4f4f'],
  ['darkturquoise', '#00ced1'],
  ['darkviolet', '#9400d3'],
  ['deeppink', '#ff1493'],
  ['deepskyblue', '#00bfff'],
  ['dimgray', '#696969'],
  ['dimgrey', '#696969'],
  ['dodgerblue', '#1e90ff'],
  ['firebrick', '#b22222'],
  ['floralwhite', '#fffaf0'],
  ['forestgreen', '#228b22'],
  ['fuchsia', '#ff00ff'],
  ['gainsboro', '#dcdcdc'],
  ['ghostwhite', '#f8f8ff'],
  ['gold', '#ffd700'],
  ['goldenrod', '#daa520'],
  ['gray', '#808080'],
  ['green', '#008000'],
  ['greenyellow', '#adff2f'],
  ['grey', '#808080'],
  ['honeydew', '#f0fff0'],
  ['hotpink', '#ff69b4'],
  ['indianred', '#cd5c5c'],
  ['indigo', '#4b0082'],
  ['ivory', '#fffff0'],
  ['khaki', '#f0e68c'],
  ['lavender', '#e6e6fa'],
  ['lavenderblush', '#fff0f5'],
  ['lawngreen', '#7cfc00'],
  ['lemonchiffon', '#fffacd'],
  ['lightblue', '#add8e6'],
  ['lightcoral', '#f08080'],
  ['lightcyan', '#e0ffff'],
  ['lightgoldenrodyellow', '#fafad2'],
  ['lightgray', '#d3d3d3'],
  ['lightgreen', '#90ee90'],
  ['lightgrey', '#d3d3d3'],
  ['lightpink', '#ffb6c1'],
  ['lightsalmon', '#ffa07a'],
  ['lightseagreen', '#20b2aa'],
  ['lightskyblue', '#87cefa'],
  ['lightslategray', '#778899'],
  ['lightslategrey', '#778899'],
  ['lightsteelblue', '#b0c4de'],
  ['lightyellow', '#ffffe0'],
  ['lime', '#00ff00'],
  ['limegreen', '#32cd32'],
  ['linen', '#faf0e6'],
  ['magenta', '#ff00ff'],
  ['maroon', '#800000'],
  ['mediumaquamarine', '#66cdaa'],
  ['mediumblue', '#0000cd'],
  ['mediumorchid', '#ba55d3'],
  ['mediumpurple', '#9370db'],
  ['mediumseagreen', '#3cb371'],
  ['mediumslateblue', '#7b68ee'],
  ['mediumspringgreen', '#00fa9a'],
  ['mediumturquoise', '#48d1cc'],
  ['mediumvioletred', '#c71585'],
  ['midnightblue', '#191970'],
  ['mintcream', '#f5fffa'],
  ['mistyrose', '#ffe4e1'],
  ['moccasin', '#ffe4b5'],
  ['navajowhite', '#ffdead'],
  ['navy', '#000080'],
  ['oldlace', '#fdf5e6'],
  ['olive', '#808000'],
  ['olivedrab', '#6b8e23'],
  ['orange', '#ffa500'],
  ['orangered', '#ff4500'],
  ['orchid', '#da70d6'],
  ['palegoldenrod', '#eee8aa'],
  ['palegreen', '#98fb98'],
  ['paleturquoise', '#afeeee'],
  ['palevioletred', '#db7093'],
  ['papayawhip', '#ffefd5'],
  ['peachpuff', '#ffdab9'],
  ['peru', '#cd853f'],
  ['pink', '#ffc0cb'],
  ['plum', '#dda0dd'],
  ['powderblue', '#b0e0e6'],
  ['purple', '#800080'],
  ['rebeccapurple', '#663399'],
  ['red', '#ff0000'],
  ['rosybrown', '#bc8f8f'],
  ['royalblue', '#4169e1'],
  ['saddlebrown', '#8b4513'],
  ['salmon', '#fa8072'],
  ['sandybrown', '#f4a460'],
  ['seagreen', '#2e8b57'],
  ['seashell', '#fff5ee'],
  ['sienna', '#a0522d'],
  ['silver', '#c0c0c0'],
  ['skyblue', '#87ceeb'],
  ['slateblue', '#6a5acd'],
  ['slategray', '#708090'],
  ['slategrey', '#708090'],
  ['snow', '#fffafa'],
  ['springgreen', '#00ff7f'],
  ['steelblue', '#4682b4'],
  ['tan', '#d2b48c'],
  ['teal', '#008080'],
  ['thistle', '#d8bfd8'],
  ['tomato', '#ff6347'],
  ['turquoise', '#40e0d0'],
  ['violet', '#ee82ee'],
  ['wheat', '#f5deb3'],
  ['white', '#ffffff'],
  ['whitesmoke', '#f5f5f5'],
  ['yellow', '#ffff00'],
  ['yellowgreen', '#9acd32'],
]);

export const cssColorNames: readonly string[] = [...cssColors.keys()];

/**
 * Parses a CSS name, or an everyday name in another language.
 *
 * @param name in any case, with or without spaces: `Light Blue` is `lightblue`, as is `hellblau`
 */
export function parseCssColorName(name: string): Rgb | undefined {
  const hex =
    cssColors.get(name.toLowerCase().replace(/\s+/g, '')) ??
    cssColors.get(translateColorName(name) ?? '');
  return hex === undefined ? undefined : parseHexColor(hex);
}

/** Names of each colour in nine languages, by its English name: de, es-ES, fr, ja, ko, pt-BR, ru, zh-CN, zh-TW. */
const translations: Readonly<Record<string, string>> = {
  red: 'rot | rojo | rouge | 赤 | 빨강, 빨간 | vermelho | красный | 红 | 紅',
  green: 'grün | verde | vert | 緑 | 초록, 녹 | verde | зелёный | 绿 | 綠',
  blue: 'blau | azul | bleu | 青 | 파랑, 파란 | azul | синий | 蓝 | 藍',
  yellow: 'gelb | amarillo | jaune | 黄 | 노랑, 노란 | amarelo | жёлтый | 黄 | 黃',
  orange: 'orange | naranja | orange | オレンジ | 주황 | laranja | оранжевый | 橙 | 橙, 橘',
  pink: 'rosa | rosa | rose | ピンク, 桃 | 분홍 | rosa, cor-de-rosa | розовый | 粉, 粉红 | 粉紅',
  purple:
    'lila, purpur | morado, púrpura | pourpre, mauve | 紫 | 보라 | roxo | пурпурный | 紫 | 紫',
  violet: 'violett | violeta | violet | すみれ | 바이올렛 | violeta | фиолетовый | 紫罗兰 | 紫羅蘭',
  turquoise:
    'türkis | turquesa | turquoise | ターコイズ | 청록 | turquesa | бирюзовый | 青绿 | 青綠',
  magenta: 'magenta | magenta | magenta | マゼンタ | 자홍 | magenta | маджента | 洋红 | 洋紅',
  brown: 'braun | marrón | marron, brun | 茶 | 갈 | marrom | коричневый | 棕, 褐 | 棕, 褐, 咖啡',
  gold: 'gold, golden | dorado | doré, or | 金, ゴールド | 금 | dourado | золотой | 金 | 金',
  white: 'weiß | blanco | blanc | 白 | 흰, 하양 | branco | белый | 白 | 白',
  lightblue:
    'hellblau | azul claro, celeste | bleu clair | 水, 薄い青 | 하늘 | azul claro | голубой | 浅蓝 | 淺藍',
  darkblue:
    'dunkelblau | azul oscuro | bleu foncé | 紺, 濃い青 | 남 | azul escuro | тёмно-синий | 深蓝 | 深藍',
  lightgreen:
    'hellgrün | verde claro | vert clair | 薄い緑 | 연두 | verde claro | светло-зелёный | 浅绿 | 淺綠',
  coral: 'koralle | coral | corail | コーラル | 산호 | coral | коралловый | 珊瑚 | 珊瑚',
  lavender:
    'lavendel | lavanda | lavande | ラベンダー | 라벤더 | lavanda | лавандовый | 薰衣草 | 薰衣草',
  lime: 'limette | lima | citron vert | ライム | 라임 | lima | лаймовый | 青柠 | 萊姆',
  candle: 'kerze, kerzenlicht | vela | bougie | ろうそく | 촛불 | vela | свеча | 烛光 | 燭光',
  warm:
    'warmweiß, warmes weiß | blanco cálido, cálido | blanc chaud, chaud | 電球, 暖かい白 | 전구, 따뜻한 흰 |' +
    ' branco quente, quente | тёплый белый, тёплый | 暖白 | 暖白',
  neutral:
    'neutralweiß | blanco neutro, neutro | blanc neutre, neutre | 自然な白 | 주백 |' +
    ' branco neutro, neutro | нейтральный белый, нейтральный | 自然白 | 自然白',
  cool:
    'kaltweiß, kaltes weiß | blanco frío, frío | blanc froid, froid | 昼白 | 차가운 흰 |' +
    ' branco frio, frio | холодный белый, холодный | 冷白 | 冷白',
  daylight:
    'tageslicht | luz de día | lumière du jour | 昼光 | 주광 | luz do dia | дневной свет | 日光 | 日光',
};

/**
 * Lower case without accents, spaces, hyphens, and the word for colour at the end of Chinese, Japanese and Korean
 * names.
 */
const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\s-]/g, '')
    .normalize('NFC')
    .replace(/(?<=.)[\uc0c9\u8272]$/, '');

/** As a person writes them. */
export const translatedColorNames: readonly (readonly [name: string, english: string])[] =
  Object.entries(translations).flatMap(([english, words]) =>
    words.split(/ ?[|,] /).map((word) => [word, english] as const),
  );

const englishNames: ReadonlyMap<string, string> = new Map(
  translatedColorNames.map(([name, english]) => [normalizeName(name), english]),
);

/**
 * @param name such as `türkis`, `Blanco cálido` or `赤色`; case and accents do not matter
 * @returns a CSS name such as `turquoise`, or a white such as `warm`
 */
export const translateColorName = (name: string): string | undefined =>
  englishNames.get(normalizeName(name));

/** In kelvin, by the names on the packages of lamps. */
const namedWhites: ReadonlyMap<string, number> = new Map([
  ['candle', 2_000],
  ['warm', 2_700],
  ['neutral', 4_000],
  ['cool', 5_000],
  ['daylight', 6_500],
]);

/** From the warmest to the coldest. */
export const whiteNames: readonly string[] = [...namedWhites.keys()];

/** @param text such as `warm`, `warm white` or `warmweiß`, in any case */
export const namedWhiteToKelvin = (text: string): number | undefined =>
  namedWhites.get(
    text
      .trim()
      .toLowerCase()
      .replace(/ white$/, ''),
  ) ?? namedWhites.get(translateColorName(text) ?? '');
