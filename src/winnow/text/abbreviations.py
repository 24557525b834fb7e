"""What the sentence rules know of English and Spanish words: abbreviations and openers. One list serves both languages.

An abbreviation is written without its last full stop; inner full stops stay (`p.ej`). A lower-case entry matches in
any case, an entry with a capital only as written: `Ill` is Illinois, `ill` is a word.
"""

from enum import Enum, auto


class Kind(Enum):
    """How likely a full stop behind an abbreviation also ends the sentence."""

    NEVER_LAST = auto()
    BEFORE_NUMBER = auto()
    SOMETIMES_LAST = auto()
    OFTEN_LAST = auto()
    CLOCK = auto()


def _words(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


# Titles and ranks announce a name: "Dr. Ruiz".
_TITLES = """
    mr mrs ms mx messrs mme mlle dr drs dra dras prof profs profa rev fr revd Hon Pres gov govs lt Capt cpt cmdr Gen Maj sgt Cpl
    pvt Adm brig supt Insp Det Sen sens Rep reps Amb msgr Mgr atty mt sra sras srta srtas sres dña dñas dª lic licda licdo ing
    arq abog ilmo ilma ilmos excmo excma excmos mons pbro cnel tte sto sta gral alte almte hno hna fdo dto mag
"""
# Connectives announce an example, a comparison, an explanation: "e.g. this", "Roe v. Wade".
_CONNECTIVES = """
    e.g i.e eg ie cf cfr viz vs v p.ej ej vgr v.gr vid ca circa approx aprox ps p.s p.d n.b nb a.k.a aka
"""
# References announce a number or a name of a part: "núm. 5", "págs. 3 y 4", "EE. UU.".
_REFERENCES = """
    p pp pág págs pag pags núm núms num nums nro nros nº n° no.º n.º nos arts apdo apdos apart párr párrs párrf párrfs parr
    tít secc disp adic vol vols tel tfno telf figs eqs ec ed eds cra avda avd ctra pza plza admón admon Col EE FF CC AA HH RR
"""
# Words of their own that are short for something else before a number alone: "No. 5", "art. 24", "Mar. 3".
_BEFORE_NUMBER = """
    no art fig sec par cap col ch chap app pt pts min ext prop op lín sol vers rule ver
    Mar Sun Sat Dom Jan May Lib Div Eq Ex Exh ap Fig Lun Mart Vie
"""
# Firms, streets, suffixes and learned tails close a sentence only before an opener: "Acme Inc. It grew".
_TAILS = """
    inc corp ltd llc llp plc bros cos co jr sr st sts ave av blvd hwy dept univ assn assoc bd al ibid ibíd íd ídem op.cit cit
    supra infra ss cía cia hnos UU OO VV ltda dpto depto mpio prov hab habs máx mín izq izqda dcha dcho bco pto expte seud et seq
    ph.d d.phil aa.vv Id Rd Sq Ln Pl Est Comm
"""
# Months and days stand before a number, a name or a place as often as at an end: "in Sept. sales rose".
_CALENDAR = """
    feb sept oct Apr Jun Jul Aug Sep Nov Dec Ene Abr Ago Agto Set Dic Mon Tue Tues Wed Thu Thur Thurs Fri Mié Mier Jue Sáb Sab
    nov dic
"""
# Courts, reporters and codes, as citations abbreviate them: "93 S. Ct. 705", "Fed. R. Civ. P. 12(b)".
_COURTS = """
    Supp Cir Ct Cts Fed Civ Crim Proc Evid Stat Rptr Reptr Cong Sess Reg Cert Dist Super Sup Const Amend Cod Conv Gen Dep't Comm'n
    Ass'n Int'l Nat'l Gov't aff'd rev'd Ins Mfg Mut Indus Elec Pac Atl Pub Ry Sav Sch Servs Soc Tech Transp Trib Twp Util Auth
    Exec Admin Emp Lab Ref Rec Rel Res So App Cl cert Ann Serv Bankr Cmty Cnty Hosp Mem Prods Tpk Ed Educ Env't Exch Fin Fla Found
    Hous Inst Inv Jud Mgmt Mun Org Pers Prot Rels Sys Trans
"""
# States of the United States before a place, a court or a year: "Springfield, Ill. Governor Ames".
_STATES = """
    Ala Ariz Ark Cal Calif Colo Conn Del Ga Ill Ind Kan Ky La Mass Md Me Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa Tenn Tex
    Vt Va Wash Wis Wyo
"""
# What closes lists and follows amounts ends a sentence before any capital: "zapatos, etc. Juan", "por 5 km. Madrid".
_OFTEN_LAST = """
    etc km kms cm mm kg kgs mg ml lb lbs oz ft hr hrs hs seg segs mins m2 m² km² ha hz khz mhz ghz kw mw gb mb mph kph rpm
    yds mts lts dm pct
"""
_CLOCK = "a.m p.m am pm"

ABBREVIATIONS: dict[str, Kind] = {
    word: kind
    for kind, lines in (
        (Kind.SOMETIMES_LAST, _TAILS + _CALENDAR + _COURTS + _STATES),
        (Kind.OFTEN_LAST, _OFTEN_LAST),
        (Kind.CLOCK, _CLOCK),
        (Kind.NEVER_LAST, _TITLES + _CONNECTIVES + _REFERENCES),
        (Kind.BEFORE_NUMBER, _BEFORE_NUMBER),
    )
    for word in lines.split()
}

# Zones and days go on after the clock: "at 5 p.m. Monday".
AFTER_CLOCK = _words("""
    EST EDT ET CST CDT CT MST MDT MT PST PDT PT GMT UTC BST CET CEST
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday Eastern Pacific Central Mountain
    January February March April May June July August September October November December
""")

# Capitalised mostly because a sentence begins there; names seldom start so.
OPENERS = _words("""
    The A An This That These Those It It's It’s He He's He’s She She's She’s We We're We’re We've We’ve You You're You’re
    They They're They’re I I'm I’m I've I’ve I'd I’d I'll I’ll My His Her Our Your Their Its There There's There’s That's
    That’s Here If When Whenever While Although Though Because Since As After Before Until Unless Once However But And Or Nor
    So Yet Then Thus Therefore Hence Moreover Furthermore Also Instead Still Now Today Yesterday Later Meanwhile Finally First
    Second In On At By For From With Without Within Under Over Between During Through To Into Upon Despite Among Against About
    What Who Whom Whose Where Why How Which Did Do Does Don't Don’t Is Are Isn't Was Were Will Would Can Can't Could Should May
    Might Must Has Have Had Not Nothing No Yes Please Both Each Every Some Many Most All Any Several Few Such Other Others
    Another One Only Even Just Perhaps Maybe Neither Either Nobody Everyone Someone Accordingly Similarly See Mr Mrs Ms Let
    Let's Let’s Thank Thanks According Following Nevertheless Nonetheless Consequently Additionally Currently Recently
    El La Los Las Un Una Unos Unas Lo Este Esta Estos Estas Ese Esa Esos Esas Esto Eso Aquel Aquella Aquello Aquí Allí Allá Ahí
    Su Sus Mi Mis Tu Tus Nuestro Nuestra Se Me Te Nos Le Les Él Ella Ellos Ellas Yo Nosotros Usted Ustedes Ya Sí Si Pero Y E O U
    Ni Cuando Como Aunque Porque Mientras Según También Tampoco Además Así Entonces Luego Después Antes Ahora Hoy Ayer Mañana
    En Con Por Para Desde Hasta Sin Sobre Tras Entre Durante Ante Al De Del Contra Bajo Mediante Que Qué Quién Quien Quienes
    Cómo Cuándo Dónde Cuál Cuáles Cuánto Cuánta Hay Hubo Es Son Era Eran Fue Fueron Ha Han Había Habían Está Están Estaba Tiene
    Tienen Tenía Puede Pueden Debe Deben Hizo Todo Toda Todos Todas Cada Otro Otra Otros Otras Ambos Ambas Algunos Algunas
    Alguno Alguna Muchos Muchas Varios Varias Ningún Ninguna Nadie Nada Nunca Siempre Solo Sólo Tal Tan Tanto Más Muy Mucho
    Poco Aun Aún Asimismo Incluso Actualmente Posteriormente Finalmente Igualmente Consta Contiene Posee Dicho Dicha Dichos
    Dichas Uno Dos Tres Donde Cual Existe Existen Gracias
""")
# The openers that are Spanish alone: English citations are joined by semicolons, Spanish ones do not begin with these.
SPANISH_OPENERS = _words("""
    El La Los Las Un Una Unos Unas Lo Este Esta Estos Estas Ese Esa Esos Esas Esto Eso Aquel Aquella Su Sus Se Le Les Él Ella
    Ellos Ya Pero Cuando Como Aunque Mientras Según También Además Así Entonces Luego Después Antes Ahora En Con Por Para Desde
    Hasta Sin Sobre Tras Entre Durante Es Son Era Eran Fue Fueron Ha Han Había Está Están Tiene Tienen Todo Todos Cada Otro Otra
    Otros Uno Al Del De Más Muy
""")
# Openers that begin surnames too, so that after an initial they prove nothing: "J. De la Cruz", "S. Will".
NAME_PARTICLES = _words("De Del La Las Los El A Y O E U I Le Will May Mi Tan Al")

# Words of up to three letters that abbreviate nothing, so that even a small letter may open a sentence after them.
SHORT_WORDS = _words("""
    it me you him her us up out in on off to be is was are am do did so too now one two all any day way yet see say who why how
    not yes ok lol job man men car bar dog cat kid fun bad big new old hot top end lot set bit ago far buy pay try use eat fit
    go got get had has let our own put run she the try via war win won
    ya así más él sí yo mal fin mí tú ti les los sol mar luz voz vez día uno dos mes año ver ser dar ir son
""")

# Verbs that hand a quotation to its speaker, so that the quotation's own mark ends nothing: "Why?" asked Ann.
SPEECH_VERBS = _words("""
    said says asked asks replied cried shouted whispered answered exclaimed added called muttered told yelled screamed wondered
    inquired demanded murmured repeated continued began thought wrote explained
    dijo dice preguntó pregunta respondió exclamó gritó contestó añadió murmuró susurró replicó repuso insistió pensó
""")
