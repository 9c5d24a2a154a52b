"""Questions of general knowledge that we wrote, to be planted in exams: nobody needs a passage to answer them.

The right answer comes first in `QUESTIONS`; `planted` shuffles it among the others.
"""

import random

QUESTIONS: tuple[tuple[str, str, str, str, str], ...] = (
    ("What is the capital of France?", "Paris", "Rome", "Madrid", "Vienna"),
    ("Which of these animals lays eggs?", "The hen", "The dog", "The horse", "The goat"),
    ("How many days has a week?", "Seven", "Five", "Nine", "Twelve"),
    ("What do bees make?", "Honey", "Milk", "Wool", "Butter"),
    ("In which season does it usually snow in northern Europe?", "In winter", "In summer", "In spring", "At midsummer"),
    ("What is frozen water called?", "Ice", "Steam", "Oil", "Sand"),
    ("Which planet do we live on?", "Earth", "Mars", "Venus", "Saturn"),
    ("Who treats sick animals?", "A vet", "A baker", "A pilot", "A judge"),
    ("What do you use to open a locked door?", "A key", "A spoon", "A pillow", "A lamp"),
    ("Which of these is a fruit?", "The apple", "The carrot", "The cabbage", "The leek"),
    ("What colour is fresh grass?", "Green", "Purple", "Orange", "White"),
    ("How many legs does a spider have?", "Eight", "Two", "Four", "Ten"),
    ("Where do fish live?", "In water", "In trees", "In the desert", "In the air"),
    ("What does a thermometer measure?", "Temperature", "Weight", "Distance", "Speed"),
    ("In which direction does the sun rise?", "In the east", "In the west", "In the north", "In the south"),
    ("What is two plus three?", "Five", "Four", "Seven", "Ten"),
    ("Which animal is known as man's best friend?", "The dog", "The snake", "The shark", "The crow"),
    ("What do cows eat?", "Grass", "Stones", "Fish", "Metal"),
    ("Which part of the body do we see with?", "The eyes", "The ears", "The knees", "The elbows"),
    ("What is paper mostly made from?", "Wood", "Glass", "Iron", "Salt"),
    ("Which month follows March?", "April", "January", "August", "November"),
    ("Where would you go to borrow a book?", "To a library", "To a garage", "To a bakery", "To a harbour"),
    ("What does a baker sell?", "Bread", "Shoes", "Tickets", "Bricks"),
    ("Which of these is the largest animal?", "The whale", "The mouse", "The cat", "The sheep"),
    ("How many minutes are there in an hour?", "Sixty", "Ten", "Thirty", "A thousand"),
    ("What protects your head on a bicycle?", "A helmet", "A scarf", "A belt", "A glove"),
    ("Which instrument has black and white keys?", "The piano", "The drum", "The flute", "The trumpet"),
    ("What gas do people need to breathe?", "Oxygen", "Helium", "Neon", "Chlorine"),
    ("Which ocean lies between Europe and America?", "The Atlantic", "The Pacific", "The Indian", "The Arctic"),
    ("What is the opposite of hot?", "Cold", "Tall", "Loud", "Sweet"),
    ("What do we call a baby cat?", "A kitten", "A puppy", "A lamb", "A foal"),
    ("Which tool is used to drive in a nail?", "A hammer", "A brush", "A needle", "A rake"),
    ("What shines in the sky by day?", "The sun", "A candle", "A torch", "A street lamp"),
    ("Which country has the city of London?", "England", "Spain", "Japan", "Brazil"),
    ("What do plants need in order to grow?", "Light and water", "Salt and sugar", "Smoke", "Plastic"),
    ("Which of these can fly?", "The eagle", "The pig", "The crocodile", "The turtle"),
    ("What is used to cut paper?", "Scissors", "Soap", "A sponge", "A blanket"),
    ("How many wheels has a bicycle?", "Two", "Three", "Six", "Eight"),
    ("Which meal do people eat in the morning?", "Breakfast", "Supper", "Dinner", "A midnight snack"),
    ("What falls from clouds?", "Rain", "Dust", "Leaves", "Feathers"),
    ("Which sport is played with a racket?", "Tennis", "Swimming", "Football", "Running"),
    ("What is steam?", "Water as a gas", "A kind of metal", "Melted glass", "A sort of cloth"),
    ("Which animal gives us wool?", "The sheep", "The cow", "The hen", "The frog"),
    ("What do you wear on your feet?", "Shoes", "Gloves", "A hat", "A tie"),
    ("Which of these is a metal?", "Iron", "Wood", "Cotton", "Paper"),
    ("What language do most people in Italy speak?", "Italian", "Danish", "Korean", "Swahili"),
    ("How many sides has a triangle?", "Three", "Four", "Five", "Six"),
    ("What do firefighters put out?", "Fires", "Letters", "Rubbish", "Carpets"),
    ("Which of these is hottest?", "Boiling water", "Snow", "Ice cream", "Cold tea"),
    ("Where does a pilot work?", "In an aeroplane", "In a mine", "In a kitchen", "In a bank"),
    ("What do teeth help us to do?", "Chew food", "Hear music", "See colours", "Smell flowers"),
    ("Which is the shortest month of the year?", "February", "July", "October", "December"),
    ("What is the currency of the United States?", "The dollar", "The euro", "The yen", "The rouble"),
    ("Which of these grows on trees?", "Cherries", "Potatoes", "Onions", "Mushrooms"),
    ("What does a clock show?", "The time", "The weather", "The price", "The weight"),
    ("Which animal has a long trunk?", "The elephant", "The lion", "The rabbit", "The fox"),
    ("What do you use to dry yourself after a bath?", "A towel", "A fork", "A bucket", "A ruler"),
    ("At what temperature does water freeze?", "At 0 °C", "At 40 °C", "At 75 °C", "At 100 °C"),
    ("Which of these is a means of transport?", "A train", "A curtain", "A sandwich", "A pencil"),
    ("What is a group of wolves called?", "A pack", "A swarm", "A shoal", "A bunch"),
)


def planted(place: int, options: int, draw: random.Random) -> tuple[str, tuple[str, ...], int]:
    """Return a question's text, so many of its options in a drawn order, and the place of the right one.

    >>> question, options, key = planted(0, 3, random.Random(1))
    >>> question, len(options), options[key]
    ('What is the capital of France?', 3, 'Paris')
    """
    question, right, *wrong = QUESTIONS[place % len(QUESTIONS)]
    chosen = [right, *wrong[: options - 1]]
    draw.shuffle(chosen)
    return question, tuple(chosen), chosen.index(right)
