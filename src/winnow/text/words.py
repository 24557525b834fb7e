"""Words the sentence rules look at, English and Spanish together: which open sentences, which close them."""


def _words(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


# Capitalised mostly because a sentence begins there; names seldom start so.
OPENERS = _words("""
    The A An This That These Those It It's It’s He He's He’s She She's She’s We We're We’re We've We’ve
    You You're You’re They They're They’re I I'm I’m I've I’ve I'd I’d I'll I’ll My His Her Our Your Their
    Its There There's There’s That's That’s Here If When Whenever While Although Though Because Since As
    After Before Until Unless Once However But And Or Nor So Yet Then Thus Therefore Hence Moreover
    Furthermore Also Instead Still Now Today Yesterday Later Meanwhile Finally First Second In On At By
    For From With Without Within Under Over Between During Through To Into Upon Despite Among Against
    About What Who Whom Whose Where Why How Which Did Do Does Don't Don’t Is Are Isn't Was Were Will Would
    Can Can't Could Should May Might Must Has Have Had Not Nothing No Yes Please Both Each Every Some Many
    Most All Any Several Few Such Other Others Another One Only Even Just Perhaps Maybe Neither Either
    Nobody Everyone Someone Accordingly Similarly See Mr Mrs Ms Let Let's Let’s Thank Thanks According
    Following Nevertheless Nonetheless Consequently Additionally Currently Recently Éste Ésta Éstos Éstas
    Aquél El La Los Las Un Una Unos Unas Lo Este Esta Estos Estas Ese Esa Esos Esas Esto Eso Aquel Aquella
    Aquello Aquí Allí Allá Ahí Su Sus Mi Mis Tu Tus Nuestro Nuestra Se Me Te Nos Le Les Él Ella Ellos
    Ellas Yo Nosotros Usted Ustedes Ya Sí Si Pero Y E O U Ni Cuando Como Aunque Porque Mientras Según
    También Tampoco Además Así Entonces Luego Después Antes Ahora Hoy Ayer Mañana En Con Por Para Desde
    Hasta Sin Sobre Tras Entre Durante Ante Al De Del Contra Bajo Mediante Que Qué Quién Quien Quienes
    Cómo Cuándo Dónde Cuál Cuáles Cuánto Cuánta Hay Hubo Es Son Era Eran Fue Fueron Ha Han Había Habían
    Está Están Estaba Tiene Tienen Tenía Puede Pueden Debe Deben Hizo Todo Toda Todos Todas Cada Otro Otra
    Otros Otras Ambos Ambas Algunos Algunas Alguno Alguna Muchos Muchas Varios Varias Ningún Ninguna Nadie
    Nada Nunca Siempre Solo Sólo Tal Tan Tanto Más Muy Mucho Poco Aun Aún Asimismo Incluso Actualmente
    Posteriormente Finalmente Igualmente Consta Contiene Posee Dicho Dicha Dichos Dichas Uno Dos Tres
    Donde Cual Existe Existen Gracias
""")
# The openers that are Spanish alone: English citations are joined by semicolons, and none of them begins
# so.
SPANISH_OPENERS = _words("""
    Éste Ésta Éstos Éstas Aquél El La Los Las Un Una Unos Unas Lo Este Esta Estos Estas Ese Esa Esos Esas
    Esto Eso Aquel Aquella Su Sus Se Le Les Él Ella Ellos Ya Pero Cuando Como Aunque Mientras Según
    También Además Así Entonces Luego Después Antes Ahora En Con Por Para Desde Hasta Sin Sobre Tras Entre
    Durante Es Son Era Eran Fue Fueron Ha Han Había Está Están Tiene Tienen Todo Todos Cada Otro Otra
    Otros Uno Al Del De Más Muy
""")
# Openers that begin surnames too, so that after an initial they prove nothing: "J. De la Cruz", "S. Will".
NAME_PARTICLES = _words("De Del La Las Los El A Y O E U I Le Will May Mi Tan Al")
# The articles among them begin a sentence after a numeral: "Felipe V. El rey".
ARTICLES = _words("El La Los Las")
# Words of up to three letters that abbreviate nothing, so that even a small letter may open a sentence
# after them.
SHORT_WORDS = _words("""
    of it me you him her us up out in on off to be is was are am do did so too now one two all any day way
    yet see say who why how not yes ok lol job man men car bar dog cat kid fun bad big new old hot top end
    lot set bit ago far buy pay try use eat fit go got get had has let our own put run she the via war win
    won ya así más él sí yo mal fin mí tú ti les los sol mar luz voz vez día uno dos mes año ver ser dar
    ir son
""")
# Verbs that hand a quotation to its speaker, so that the quotation's own mark ends nothing: "Why?" asked
# Ann.
SPEECH_VERBS = _words("""
    said says asked asks replied cried shouted whispered answered exclaimed added called muttered told
    yelled screamed wondered inquired demanded murmured repeated continued began thought wrote explained
    dijo dice preguntó pregunta respondió exclamó gritó contestó añadió murmuró susurró replicó repuso
    insistió pensó
""")
# Zones and days go on after the clock: "at 5 p.m. Monday".
AFTER_CLOCK = _words("""
    EST EDT ET CST CDT CT MST MDT MT PST PDT PT GMT UTC BST CET CEST Monday Tuesday Wednesday Thursday
    Friday Saturday Sunday Eastern Pacific Central Mountain January February March April May June July
    August September October November December
""")
# Letters that name a thing close a sentence where an initial would not: "vitamin C. Oranges".
LETTERED = _words("""
    vitamin vitamina plan group grupo type tipo class clase hepatitis option opción part parte
""")
# Before these a capital I is the pronoun, not an initial: "you and I. Ann left".
BEFORE_PRONOUN = _words("and or nor than as but am was do did can could will would should have had so")
# Names that end in an exclamation mark: "She works at Yahoo! in accounting".
EXCLAIMING_NAMES = _words("Yahoo Jeopardy Kahoot Oklahoma")
# No line is meant to end in one of these: what follows is a soft wrap.
LEADING_ON = _words("""
    a an the of in on at by for from with to and or nor but as than that this is are was were be which who
    el la los las un una unos unas de del al en por para con sin sobre y e o u ni que su sus se lo es son
    fue como entre
""")
