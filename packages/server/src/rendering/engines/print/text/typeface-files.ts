// The font files of text in PDF documents, embedded so that every reader shows the same letters.
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type Weight = 'plain' | 'strong';
export type Script = 'latin' | 'arabic' | 'hebrew' | 'emoji';

const FILES: Readonly<Record<Script, Readonly<Record<Weight, string>>>> = {
  /** Latin, Greek and Cyrillic letters. */
  latin: { plain: 'NotoSans-Regular.ttf', strong: 'NotoSans-SemiBold.ttf' },
  arabic: { plain: 'NotoNaskhArabic-Regular.ttf', strong: 'NotoNaskhArabic-Bold.ttf' },
  hebrew: { plain: 'NotoSansHebrew-Regular.ttf', strong: 'NotoSansHebrew-Bold.ttf' },
  emoji: { plain: '400Regular/NotoEmoji_400Regular.ttf', strong: '700Bold/NotoEmoji_700Bold.ttf' },
};

const { resolve } = createRequire(import.meta.url);

export const typefaceFile = (weight: Weight, script: Script = 'latin'): string =>
  script === 'emoji'
    ? resolve(`@expo-google-fonts/noto-emoji/${FILES.emoji[weight]}`)
    : join(resolve(`@embedpdf/fonts-${script}`), '../../fonts', FILES[script][weight]);
