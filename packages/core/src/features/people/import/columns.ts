// What the columns of a list of people can contain, and detection by header in every supported language.

export const IMPORT_KINDS = ['members', 'users', 'contacts'] as const;
/** Members of a project, users of the organisation, or contacts without an account. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const TARGETS = [
  'ignore',
  'email',
  'username',
  'firstName',
  'lastName',
  'fullName',
  'companyName',
  'craft',
  'role',
  'team',
  'phone',
  'language',
  'jobTitle',
  'department',
  'internalId',
  'fax',
  'street',
  'postCode',
  'city',
  'country',
] as const;
export type Target = (typeof TARGETS)[number];

const NAMES = ['firstName', 'lastName', 'fullName'] as const;

/** What the columns of each kind may contain, in display order. */
export const TARGETS_OF: Readonly<Record<ImportKind, readonly Target[]>> = {
  members: ['ignore', 'email', 'username', ...NAMES, 'companyName', 'craft', 'role', 'team', 'phone', 'language'],
  users: [
    ...(['ignore', 'email', 'username', ...NAMES, 'companyName', 'phone', 'fax', 'language'] as const),
    ...(['jobTitle', 'department', 'internalId'] as const),
  ],
  contacts: [
    ...(['ignore', 'companyName', 'email', ...NAMES, 'phone', 'fax', 'craft', 'jobTitle', 'department'] as const),
    ...(['internalId', 'street', 'postCode', 'city', 'country'] as const),
  ],
};

/** Column headers; compared ignoring case, accents, whitespace and punctuation. */
const WORDS: Readonly<Partial<Record<Target, string>>> = {
  email:
    'email e-mail mail email-address mailadresse emailadresse e-mail-adresse имейл ел-поща adresa-elektroničke-pošte e-pošta epošta e-mailová-adresa e-mailadresse correo correo-electrónico courriel adresse-email adresse-e-mail e-mail-cím posta-elettronica indirizzo-email e-mailadres e-postadresse epost e-post adres-e-mail endereço-de-email e-posta eposta adresă-email почта эл-почта электронная-почта e-mailová-adresa e-poštni-naslov imejl имејл e-postadress',
  username:
    'username user-name user login login-name benutzername benutzer anmeldename потребителско-име korisničko-ime uživatelské-jméno brugernavn usuario nombre-de-usuario nom-d-utilisateur identifiant felhasználónév nome-utente gebruikersnaam brukernavn nazwa-użytkownika nome-de-utilizador nome-de-usuário kullanıcı-adı nume-utilizator имя-пользователя логин používateľské-meno uporabniško-ime användarnamn',
  firstName:
    'first-name firstname given-name forename vorname rufname име собствено-име ime křestní-jméno jméno fornavn nombre prénom keresztnév utónév nome voornaam imię nome-próprio ad prenume имя meno krstné-meno förnamn',
  lastName:
    'last-name lastname surname family-name nachname familienname zuname фамилия prezime příjmení efternavn apellido apellidos nom nom-de-famille vezetéknév családnév cognome achternaam etternavn nazwisko apelido sobrenome soyad soyadı nume nume-de-familie priezvisko priimek efternamn презиме',
  fullName:
    'name full-name display-name person vollständiger-name anzeigename vor-und-nachname пълно-име ime-i-prezime celé-jméno fulde-navn navn nombre-completo nom-complet név teljes-név nome-completo volledige-naam naam fullt-navn imię-i-nazwisko ad-soyad nume-complet фио полное-имя celé-meno ime-in-priimek fullständigt-namn namn',
  companyName:
    'company company-name firm organisation organization employer firma firmenname unternehmen betrieb фирма компания tvrtka společnost virksomhed firmanavn empresa société entreprise cég cégnév azienda società ditta bedrijf bedrijfsnaam selskap przedsiębiorstwo şirket firma-adı companie firmă организация spoločnosť podjetje preduzeće företag',
  craft:
    'craft trade discipline gewerk fachbereich занаят дейност struka obrt řemeslo profese fag gremio oficio especialidad métier corps-d-état lot szakma szakág mestiere disciplina vak discipline branża ofício especialidade meslek branş meserie specialitate ремесло раздел remeslo obrt-stroka zanat hantverk yrke',
  role: 'role project-role rolle projektrolle rechte роля uloga role-v-projektu rol rôle szerepkör szerep ruolo rola função papel rol-proje rol роль rola-v-projekte vloga улога roll',
  team: 'team group teamname gruppe екип tim tým hold equipo équipe csapat squadra ploeg lag zespół equipa equipe takım echipă команда бригада tím ekipa тим grupp',
  phone:
    'phone telephone mobile phone-number mobile-phone cell tel telefon telefonnummer handy mobil mobiltelefon rufnummer handynummer телефон мобилен mobitel telefonní-číslo telefono-movil teléfono móvil téléphone portable telefonszám telefono cellulare telefoon mobiel telefoonnummer mobilnummer komórka numer-telefonu telefone telemóvel telefon-numarası cep mobil-telefon номер-телефона telefónne-číslo telefonska-številka',
  language:
    'language lang sprache език jezik jazyk sprog idioma lengua langue nyelv lingua taal språk język dil limbă язык језик',
  jobTitle:
    'job-title position function title funktion stelle position-im-unternehmen длъжност radno-mjesto funkce pozice stilling cargo puesto fonction poste beosztás mansione qualifica functie stanowisko görev funcție должность funkcia delovno-mesto radno-mesto befattning',
  department:
    'department abteilung отдел odjel oddělení afdeling departamento service département osztály reparto dipartimento avdeling dział bölüm departament oddelenie oddelek odeljenje avdelning',
  internalId:
    'internal-id personnel-number employee-id id personalnummer interne-id mitarbeiternummer kundennummer вътрешен-номер interni-broj interní-id intern-id id-interno identifiant-interne belső-azonosító id-interno intern-nummer id-wewnętrzny iç-kimlik id-intern табельный-номер interné-id interna-številka interni-id',
  fax: 'fax faxnummer telefax факс faks',
  street:
    'street address street-address strasse straße adresse anschrift улица адрес ulica adresa ulice gade calle dirección rue utca indirizzo via straat gate adres rua morada sokak stradă gata',
  postCode:
    'post-code postcode zip zip-code postal-code plz postleitzahl пощенски-код poštanski-broj psč postnummer código-postal code-postal irányítószám cap kod-pocztowy posta-kodu cod-poștal индекс poštna-številka',
  city: 'city town place ort stadt wohnort град grad mjesto město by ciudad ville város città comune stad plaats poststed miasto miejscowość cidade localidade şehir oraș город mesto kraj stad-ort',
  country:
    'country land staat държава zemlja država země stát país pays ország paese nazione kraj ülke țară страна krajina dežela zemlja',
};

/** A header normalised for comparison. */
export function headKey(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('und')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const HEADING_TARGETS = new Map<string, Target>(
  Object.entries(WORDS).flatMap(([target, words]) =>
    // The keys of the table are targets.
    words.split(' ').map((word): [string, Target] => [headKey(word), target as Target]),
  ),
);

/** The proposed content of the columns: each target once, and no username beside an email address. */
export function proposeColumns(heads: readonly string[], kind: ImportKind): Target[] {
  const allowed = new Set(TARGETS_OF[kind]);
  const taken = new Set<Target>();
  const proposed = heads.map((head): Target => {
    // `#2` is a column without a name; a duplicate name becomes `E-mail (2)`.
    const target = HEADING_TARGETS.get(headKey(head.replace(/\s*\(\d+\)$/u, ''))) ?? 'ignore';
    if (target === 'ignore' || !allowed.has(target) || taken.has(target)) return 'ignore';
    taken.add(target);
    return target;
  });
  const unneeded = (target: Target): boolean =>
    (target === 'username' && taken.has('email')) ||
    (target === 'fullName' && taken.has('firstName') && taken.has('lastName'));
  return proposed.map((target) => (unneeded(target) ? 'ignore' : target));
}

const COLUMN_PROBLEMS = ['email_missing', 'email_and_username', 'company_missing', 'column_twice'] as const;
export type ColumnProblem = (typeof COLUMN_PROBLEMS)[number];

/** Why people cannot be read from these columns; undefined if they can. */
export function columnProblem(kind: ImportKind, columns: readonly Target[]): ColumnProblem | undefined {
  const used = columns.filter((target) => target !== 'ignore');
  if (new Set(used).size < used.length) return 'column_twice';
  if (kind === 'contacts') return used.includes('companyName') ? undefined : 'company_missing';
  if (used.includes('email') && used.includes('username')) return 'email_and_username';
  return used.includes('email') || used.includes('username') ? undefined : 'email_missing';
}
