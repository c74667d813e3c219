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
